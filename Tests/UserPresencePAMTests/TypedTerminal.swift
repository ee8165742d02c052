import CAuth0Linux
import Glibc
import LinuxSystemCalls
import Testing

/// A terminal on which a test types, and whose screen it reads.
final class TypedTerminal: Sendable {
    private let host: Int32
    private let guest: Int32
    private let chunks: AsyncStream<[UInt8]>

    /// The device for the tested code.
    var path: String { "/proc/self/fd/\(guest)" }

    /// Whether the terminal shows the typed characters.
    var isEchoing: Bool { settings.c_lflag & tcflag_t(ECHO) != 0 }

    private var settings: termios {
        var settings = termios()
        tcgetattr(guest, &settings)
        return settings
    }

    /// Opens a terminal.
    init() throws {
        var guest: Int32 = -1
        let host = auth0_open_terminal(80, &guest)
        try #require(host >= 0)
        let (chunks, screen) = AsyncStream<[UInt8]>.makeStream()
        (self.host, self.guest, self.chunks) = (host, guest, chunks)
        let isRead = BackgroundThread.start(named: "test-terminal") {
            var chunk = [UInt8](repeating: 0, count: 4_096)
            while case let count = read(host, &chunk, chunk.count), count > 0 { screen.yield(Array(chunk[..<count])) }
            screen.finish()
            close(host)
        }
        try #require(isRead)
    }

    deinit { close(guest) }

    /// Types a text.
    func type(_ text: String) { type(Array(text.utf8)) }

    /// Types bytes.
    func type(_ bytes: [UInt8]) { bytes.withUnsafeBytes { type($0) } }

    /// Types bytes of which no copy is made.
    func type(_ bytes: UnsafeRawBufferPointer) { _ = write(host, bytes.baseAddress, bytes.count) }

    /// The text that appears on the screen until `text` is part of it; a single task may wait.
    func screen(showing text: String) async -> String {
        var seen: [UInt8] = []
        for await chunk in chunks {
            seen += chunk
            if String(decoding: seen, as: UTF8.self).contains(text) { break }
        }
        return String(decoding: seen, as: UTF8.self)
    }
}
