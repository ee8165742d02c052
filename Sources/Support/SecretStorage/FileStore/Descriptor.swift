import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls
import OpenSSLCryptography

/// An open file or folder, closed at the end of its lifetime.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Takes ownership of the result of a system call; -1 is a failure, with the reason in `errno`.
    init(owning number: Int32, _ path: @autoclosure () -> String) throws(SecretStoreError) {
        guard number >= 0 else {
            let reason = errno
            throw .system(path(), reason)
        }
        self.number = number
    }

    deinit { close(number) }

    /// Returns the attributes of the file.
    func status() throws(SecretStoreError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .system("fstat") }
        return status
    }

    /// Sets the permissions, of which a strict umask may have removed some at creation.
    func setMode(_ mode: mode_t) throws(SecretStoreError) {
        guard try status().st_mode & 0o777 != mode else { return }
        guard fchmod(number, mode) == 0 else { throw .system("fchmod") }
    }

    /// Reads to the end of the file; `nil` when it has more than `most` bytes. The path is for errors.
    func readAll(most: Int, _ path: @autoclosure () -> String) throws(SecretStoreError) -> [UInt8]? {
        var bytes: [UInt8] = []
        // No part of a key remains in a buffer that was too small.
        bytes.reserveCapacity(min(most, 16_384))
        var chunk = [UInt8](repeating: 0, count: 16_384)
        defer { chunk.wipe() }
        while bytes.count <= most {
            let count = read(number, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(path()) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }

    /// Writes bytes and waits until they are on the disk; after an error, which names the path, a part may have been
    /// written.
    func writeAll(_ bytes: [UInt8], _ path: @autoclosure () -> String) throws(SecretStoreError) {
        do throws(SystemCallError) {
            try OpenFile.write(bytes, to: number)
        } catch { throw .system(path(), error.number) }
        try synchronize(path())
    }

    private func synchronize(_ path: @autoclosure () -> String) throws(SecretStoreError) {
        while fsync(number) != 0 {
            guard errno == EINTR else { throw .system(path()) }
        }
    }

    /// Waits until the names of a folder are on the disk. Some file systems do not support this and report `EINVAL`;
    /// the names have changed nevertheless.
    func synchronizeNames(_ path: @autoclosure () -> String) throws(SecretStoreError) {
        do {
            try synchronize(path())
        } catch {
            guard error.systemError == EINVAL else { throw error }
        }
    }
}

extension SecretStoreError {
    /// Creates the error of a failed system call, with the code that fits its number.
    static func system(_ detail: String, _ number: Int32 = errno) -> SecretStoreError {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .noSpace
            case ELOOP, ENOTDIR, EISDIR, ENXIO: .notPrivate
            default: .failed
            }
        return SecretStoreError(code, detail: detail, systemError: number)
    }

    /// Runs a cryptographic operation, whose error becomes the cause of ``SecretStoreError/Code/failed``.
    package static func cryptographic<Value>(
        _ body: @autoclosure () throws(CryptographyError) -> Value
    ) throws(SecretStoreError) -> Value {
        do {
            return try body()
        } catch { throw SecretStoreError(.failed, cause: error) }
    }
}
