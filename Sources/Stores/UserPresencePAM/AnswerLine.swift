import LinuxCLibrary
import SecretStorage

/// A line that a user types as an answer, which is wiped after it is copied into a ``SecretStorage/SecretBytes``.
struct AnswerLine {
    /// The maximum length of an answer in bytes, as in PAM.
    private static let maximumBytes = 511

    private let buffer: UnsafeMutableRawBufferPointer
    private var count = 0

    /// Reads a line from a terminal, until the attempt ends; blocks.
    static func read(
        from terminal: Int32, _ settings: termios, _ attempt: PresenceAttempt
    ) throws(UserPresenceError) -> SecretBytes {
        let result = withUnsafeTemporaryAllocation(byteCount: maximumBytes, alignment: 1) { buffer in
            defer { if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) } }
            var line = AnswerLine(buffer: buffer)
            return Result { () throws(UserPresenceError) in try line.read(terminal, Keys(settings), attempt) }
        }
        return try result.get()
    }

    private init(buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

    /// The control characters of a terminal.
    private struct Keys {
        let interrupt, end, erase, kill: UInt8

        init(_ settings: termios) {
            (interrupt, end, erase, kill) = withUnsafeBytes(of: settings.c_cc) {
                ($0[Int(VINTR)], $0[Int(VEOF)], $0[Int(VERASE)], $0[Int(VKILL)])
            }
        }
    }

    private mutating func read(
        _ terminal: Int32, _ keys: Keys, _ attempt: PresenceAttempt
    ) throws(UserPresenceError) -> SecretBytes {
        var byte: UInt8 = 0
        defer { byte = 0 }
        while attempt.isReadable(terminal) {
            let read = LinuxCLibrary.read(terminal, &byte, 1)
            if read < 0, errno == EINTR { continue }
            guard read == 1, byte != keys.interrupt, byte != keys.end else { throw UserPresenceError(.cancelled) }
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                return SecretBytes(UnsafeRawBufferPointer(buffer).prefix(count))
            case keys.erase, 0x08, 0x7F: erase()
            case keys.kill: count = 0
            default: try append(byte)
            }
        }
        throw UserPresenceError(.cancelled)
    }

    /// Removes the last character, which has several bytes in UTF-8.
    private mutating func erase() {
        while count > 0 {
            count -= 1
            if buffer[count] & 0xC0 != 0x80 { return }
        }
    }

    private mutating func append(_ byte: UInt8) throws(UserPresenceError) {
        guard count < buffer.count else {
            throw UserPresenceError(.denied, detail: "an answer has at most \(Self.maximumBytes) bytes")
        }
        buffer[count] = byte
        count += 1
    }
}
