import Foundation
import ProgramRunner

extension TemporaryFolder {
    /// The relative paths of all files below, sorted.
    var files: [String] { Self.files(in: path) }

    static func files(in path: String) -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted().filter { file in
            var isFolder = ObjCBool(false)
            return FileManager.default.fileExists(atPath: "\(path)/\(file)", isDirectory: &isFolder)
                ? !isFolder.boolValue : true
        }
    }

    static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    static func write(_ text: String, to path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }
}
