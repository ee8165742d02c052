import Glibc
import LinuxSystemCalls

/// Owns an open file or folder and closes it.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Takes ownership of what a system call returned.
    ///
    /// - Parameters:
    ///   - number: The descriptor, -1 being failure.
    ///   - path: What was opened, for the error.
    /// - Throws: What the system says.
    init(owning number: Int32, _ path: String) throws(SecretStoreError) {
        guard number >= 0 else { throw .system(path) }
        self.number = number
    }

    deinit { close(number) }

    /// What the system knows about it.
    func status() throws(SecretStoreError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .system("fstat") }
        return status
    }

    /// Gives the owner, and nobody else, the rights that a strict umask took away at creation.
    func setMode(_ mode: mode_t) throws(SecretStoreError) {
        guard try status().st_mode & 0o777 != mode else { return }
        guard fchmod(number, mode) == 0 else { throw .system("fchmod") }
    }

    /// Reads to the end.
    ///
    /// - Returns: The bytes, or `nil` when there are more than `most`.
    func readAll(most: Int) throws(SecretStoreError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= most {
            let count = read(number, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("read") }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }

    /// Writes all of `bytes` and waits until the disk has them.
    func writeAll(_ bytes: [UInt8]) throws(SecretStoreError) {
        do throws(SystemCallError) {
            try OpenFile.write(bytes, to: number)
        } catch { throw .system("write", error.number) }
        try synchronize()
    }

    /// Waits until the disk has what was written, or the names of a folder.
    func synchronize() throws(SecretStoreError) {
        while fsync(number) != 0 {
            guard errno == EINTR else { throw .system("fsync") }
        }
    }
}

extension SecretStoreError {
    /// What the system refused, from `errno`.
    static func system(_ detail: String, _ number: Int32 = errno) -> SecretStoreError {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .noSpace
            case ELOOP, ENOTDIR, ENXIO: .notPrivate
            default: .failed
            }
        return SecretStoreError(code, detail: detail, systemError: number)
    }
}
