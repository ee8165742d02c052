import CAuth0Linux
import LinuxCLibrary
package import OpenSSLCryptography

/// The ways in which a program takes keys in a text: never as an argument or from the environment, which other programs
/// of this user can read.
package enum KeyInput: Sendable, Hashable {
    /// A file that belongs to this user or to root, and that no other user may read or write.
    case file(String)
    /// A descriptor that the process inherited, up to its end.
    case descriptor(Int32)

    private static let maximumBytes = 65_536

    /// Reads the text, of at most 64 KiB; blocks.
    package func read() throws(SecretStoreError) -> SecretBytes {
        switch self {
        case .descriptor(let number):
            // A copy, because the owner of a descriptor closes it.
            return try Self.bytes(of: Descriptor(owning: fcntl(number, F_DUPFD_CLOEXEC, 0), "the keys"), "the keys")
        case .file(let path):
            let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
            let file = try Descriptor(owning: number, path)
            let status = try file.status()
            guard status.st_mode & S_IFMT == S_IFREG, [0, geteuid()].contains(status.st_uid),
                status.st_mode & 0o077 == 0
            else {
                throw SecretStoreError(.notPrivate, detail: "a file of keys is yours and has mode 0600: \(path)")
            }
            return try Self.bytes(of: file, path)
        }
    }

    private static func bytes(of file: borrowing Descriptor, _ detail: String) throws(SecretStoreError) -> SecretBytes {
        guard var bytes = try file.readAll(most: maximumBytes, detail) else {
            throw SecretStoreError(.tooLarge, detail: "keys have at most 64 KiB: \(detail)")
        }
        defer { bytes.wipe() }
        return SecretBytes(bytes[...])
    }
}
