import Foundation
package import Glibc

extension TemporaryFolder {
    /// The relative paths of all files and folders below, sorted.
    package var paths: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? [] }

    /// Reads a file.
    package func bytes(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(path)/\(file)")))
    }

    /// Overwrites a file in place, so that its mode remains.
    package func overwrite(_ file: String, _ bytes: [UInt8]) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: "\(path)/\(file)"))
        defer { try? handle.close() }
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
    }

    /// Returns the permissions of a file.
    package func mode(_ file: String) -> mode_t {
        var status = stat()
        lstat("\(path)/\(file)", &status)
        return status.st_mode & 0o7777
    }
}
