import CAuth0Linux
import LinuxCLibrary
import LinuxSystemCalls
import OpenSSLCryptography

/// An open file or folder, closed at the end of its lifetime.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Takes ownership of the result of a system call.
    ///
    /// - Parameters:
    ///   - number: The descriptor, -1 for a failure.
    ///   - path: The path, for the error.
    /// - Throws: ``SecretStoreError`` with `errno`.
    init(owning number: Int32, _ path: @autoclosure () -> String) throws(SecretStoreError) {
        guard number >= 0 else {
            let reason = errno
            throw .system(path(), reason)
        }
        self.number = number
    }

    deinit { close(number) }

    /// Returns the attributes of the file.
    ///
    /// - Throws: ``SecretStoreError`` with `errno`.
    func status() throws(SecretStoreError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .system("fstat") }
        return status
    }

    /// Sets the permissions, of which a strict umask may have removed some at creation.
    ///
    /// - Parameter mode: The permissions.
    /// - Throws: ``SecretStoreError`` with `errno`.
    func setMode(_ mode: mode_t) throws(SecretStoreError) {
        guard try status().st_mode & 0o777 != mode else { return }
        guard fchmod(number, mode) == 0 else { throw .system("fchmod") }
    }

    /// Reads to the end of the file.
    ///
    /// - Parameter most: The maximum length in bytes.
    /// - Returns: The bytes; `nil` when the file is longer.
    /// - Throws: ``SecretStoreError`` with `errno`.
    func readAll(most: Int) throws(SecretStoreError) -> [UInt8]? {
        var bytes: [UInt8] = []
        // No part of a key remains in a buffer that was too small.
        bytes.reserveCapacity(min(most, 16_384))
        var chunk = [UInt8](repeating: 0, count: 16_384)
        defer { chunk.wipe() }
        while bytes.count <= most {
            let count = read(number, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("read") }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }

    /// Writes bytes and waits until they are on the disk.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: ``SecretStoreError`` with `errno`; a part may have been written.
    func writeAll(_ bytes: [UInt8]) throws(SecretStoreError) {
        do throws(SystemCallError) {
            try OpenFile.write(bytes, to: number)
        } catch { throw .system("write", error.number) }
        try synchronize()
    }

    /// Waits until written bytes are on the disk.
    ///
    /// - Throws: ``SecretStoreError`` with `errno`.
    func synchronize() throws(SecretStoreError) {
        while fsync(number) != 0 {
            guard errno == EINTR else { throw .system("fsync") }
        }
    }

    /// Waits until the names of a folder are on the disk. Some file systems do not support this and report `EINVAL`;
    /// the names have changed nevertheless.
    ///
    /// - Throws: ``SecretStoreError`` with `errno`.
    func synchronizeNames() throws(SecretStoreError) {
        do {
            try synchronize()
        } catch {
            guard error.systemError == EINVAL else { throw error }
        }
    }
}

/// The descriptors that stay open between calls.
///
/// Each has a share of the descriptors that the process may have, so that the rest is left for connections and for the
/// files that are open during a call. A new descriptor has the lowest free number, so its number bounds how many are
/// open.
///
/// - SeeAlso: `RLIMIT_NOFILE` in [getrlimit(2)](https://man7.org/linux/man-pages/man2/getrlimit.2.html)
enum KeptDescriptors: UInt64 {
    /// Files of secrets; a secret without one is read again at each use.
    case secrets = 2
    /// Locks of renewals in progress; further renewals wait.
    case renewalLocks = 4

    /// Whether a descriptor may stay open: its number is within so many eighths of the limit.
    ///
    /// - Parameter descriptor: The descriptor.
    /// - Returns: `false` for one to close at the end of the call.
    func allow(_ descriptor: borrowing Descriptor) -> Bool {
        UInt64(descriptor.number) < OpenFile.limit / 8 * rawValue
    }
}

extension SecretStoreError {
    /// Creates the error of a failed system call.
    ///
    /// - Parameters:
    ///   - detail: The path or the call.
    ///   - number: The error number, `errno` by default.
    /// - Returns: An error with the code that fits the number.
    static func system(_ detail: String, _ number: Int32 = errno) -> SecretStoreError {
        let code: Code =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .noSpace
            case ELOOP, ENOTDIR, EISDIR, ENXIO: .notPrivate
            default: .failed
            }
        return SecretStoreError(code, detail: detail, systemError: number)
    }

    /// Runs a cryptographic operation.
    ///
    /// - Parameter body: The operation.
    /// - Returns: Its result.
    /// - Throws: ``SecretStoreError/Code/failed`` with the error of `body` as its cause.
    static func cryptographic<Value>(
        _ body: () throws(CryptographyError) -> Value
    ) throws(SecretStoreError) -> Value {
        do {
            return try body()
        } catch { throw SecretStoreError(.failed, cause: error) }
    }
}
