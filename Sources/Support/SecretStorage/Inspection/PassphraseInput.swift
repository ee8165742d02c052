import LinuxCLibrary
import LinuxSystemCalls
package import OpenSSLCryptography

/// The ways in which a program takes a passphrase: never as an argument or from the environment, which other programs
/// of this user can read.
package enum PassphraseInput: Sendable, Hashable {
    /// The terminal of the process, without echo.
    case terminal
    /// A descriptor that the process inherited, such as a pipe of a password manager: the bytes up to the first
    /// newline.
    case descriptor(Int32)

    private static let maximumBytes = 1_024

    /// Reads a passphrase, of at most 1,024 bytes; blocks.
    ///
    /// - Parameter name: The name of the passphrase, for the prompt and the errors.
    /// - Returns: The passphrase.
    /// - Throws: ``SecretStoreError/Code/unavailable`` without a terminal, at Ctrl-C, and if it is empty.
    package func read(_ name: String) throws(SecretStoreError) -> SecretBytes {
        switch self {
        case .descriptor(let number): return try Self.line(number, name)
        case .terminal:
            let terminal = try Descriptor(owning: open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC), "/dev/tty")
            return try Self.readWithoutEcho(terminal.number, name)
        }
    }

    /// Reads a line from a terminal without echo.
    static func readWithoutEcho(_ terminal: Int32, _ name: String) throws(SecretStoreError) -> SecretBytes {
        var original = termios()
        guard tcgetattr(terminal, &original) == 0 else { throw .system("the terminal") }
        var silent = original
        // Ctrl-C ends the line instead of the process, which would leave the terminal without echo.
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ISIG)
        withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = interrupt }
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { throw .system("the terminal") }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &original)
            try? OpenFile.write(Array("\n".utf8), to: terminal)
        }
        try? OpenFile.write(Array("\(name): ".utf8), to: terminal)
        return try line(terminal, name)
    }

    private static let interrupt: UInt8 = 3

    private static func line(_ descriptor: Int32, _ name: String) throws(SecretStoreError) -> SecretBytes {
        var bytes = [UInt8](repeating: 0, count: maximumBytes + 1)
        defer { bytes.wipe() }
        var count = 0
        while count < bytes.count {
            var byte: UInt8 = 0
            // One by one, because the bytes after the line are for the next reader.
            let result = LinuxCLibrary.read(descriptor, &byte, 1)
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw .system("the \(name)") }
            guard byte != interrupt else { throw SecretStoreError(.unavailable, detail: "no \(name): interrupted") }
            if result == 0 || byte == UInt8(ascii: "\n") { break }
            bytes[count] = byte
            count += 1
        }
        guard count <= maximumBytes else {
            throw SecretStoreError(.tooLarge, detail: "the \(name) has more than 1,024 bytes")
        }
        guard count > 0 else { throw SecretStoreError(.unavailable, detail: "the \(name) is empty") }
        return SecretBytes(bytes[..<count])
    }
}
