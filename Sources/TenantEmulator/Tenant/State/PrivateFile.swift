// The compiler finds the members of `stat` in this module when it optimises.
import CAuth0MicroHTTPD
import LinuxCLibrary
import LinuxSystemCalls

/// A file that only the user can read, which is replaced atomically or appended to; each error has the path and the
/// reason.
package enum PrivateFile {
    private static let maximumMebibytes = 256

    /// Reads a file of at most 256 MiB, which a device may exceed; `nil` if there is none.
    package static func contents(of path: String) throws(EmulatorError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure("cannot read", path) }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count != 0 else { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
                guard bytes.count <= maximumMebibytes << 20 else {
                    let reason = "it has more than \(maximumMebibytes) MiB"
                    throw EmulatorError(.system, "cannot read \(path): \(reason): name another file")
                }
            } else if errno != EINTR {
                throw failure("cannot read", path)
            }
        }
    }

    /// Replaces a file atomically: if the program crashes, the old or the new file remains. A symbolic link remains,
    /// and its target is replaced.
    package static func write(_ bytes: [UInt8], to path: String) throws(EmulatorError) {
        let target = try target(of: path)
        let draft = "\(target).draft"
        try writeDraft(bytes, draft, of: path)
        guard rename(draft, target) == 0 else { throw failure("cannot write", path) }
    }

    /// Finds the file that a write would replace, which need not exist. A device, a pipe, a folder and the standard
    /// output, such as `/dev/stdout`, are refused.
    @discardableResult
    static func target(of path: String) throws(EmulatorError) -> String {
        let target = FilePath.resolved(path) ?? path
        var (file, output) = (stat(), stat())
        // A link that cannot be resolved, but has a target, is a descriptor of a file that was removed.
        guard stat(target, &file) == 0, lstat(target, &file) == 0 else { return target }
        guard file.st_mode & S_IFMT == S_IFREG,
            fstat(STDOUT_FILENO, &output) != 0 || (file.st_dev, file.st_ino) != (output.st_dev, output.st_ino)
        else {
            let reason = "it is not a regular file, or it is the standard output"
            throw EmulatorError(.system, "cannot write \(path): \(reason): name another file")
        }
        return target
    }

    static func isPipe(_ path: String) -> Bool {
        var file = stat()
        return stat(path, &file) == 0 && file.st_mode & S_IFMT == S_IFIFO
    }

    /// Creates a file atomically; if two programs create it at the same time, the first file remains.
    static func create(_ bytes: [UInt8], at path: String) throws(EmulatorError) {
        let draft = "\(path).\(Secrets.hex(8))"
        try writeDraft(bytes, draft, of: path)
        defer { unlink(draft) }
        guard link(draft, path) == 0 || errno == EEXIST else { throw failure("cannot write", path) }
    }

    /// Appends to a file that exists.
    static func append(_ bytes: [UInt8], to path: String) throws(EmulatorError) {
        try write(bytes, path, open(path, O_WRONLY | O_APPEND | O_CLOEXEC))
    }

    private static func writeDraft(_ bytes: [UInt8], _ draft: String, of path: String) throws(EmulatorError) {
        do throws(EmulatorError) {
            try write(bytes, path, open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Writes to the descriptor of a file, and closes it; errors name `path`.
    private static func write(_ bytes: [UInt8], _ path: String, _ descriptor: Int32) throws(EmulatorError) {
        guard descriptor >= 0 else { throw failure("cannot write", path) }
        do throws(SystemCallError) {
            try OpenFile.write(bytes, to: descriptor)
        } catch {
            close(descriptor)
            throw failure("cannot write", path, error)
        }
        // Some file systems report a full disk only now.
        guard close(descriptor) == 0 else { throw failure("cannot write", path) }
    }

    /// Returns the error of a system call, by default the last one, with what to do.
    static func failure(
        _ action: String, _ path: String, _ error: SystemCallError = SystemCallError()
    ) -> EmulatorError {
        EmulatorError(.system, "\(action) \(path): \(error): \(advice(error.number))")
    }

    private static func advice(_ number: Int32) -> String {
        switch number {
        case ENOENT: "create its folder, or name another file"
        case EISDIR: "name a file, not a folder"
        case EACCES, EPERM: "give this user access, or name another file"
        case ENOSPC, EDQUOT: "free some space, or name another file"
        default: "name another file"
        }
    }
}
