import Foundation

/// `openssl s_server` on a free port of loopback; answers each GET with a page.
final class TLSServer {
    let port: Int
    private let process = Process()

    /// Starts it.
    init(_ identity: Certificates.Identity, _ options: [String] = []) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate, "-key", identity.key]
            + ["-www"] + options
        let (output, input) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardInput = input
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while text.firstMatch(of: /ACCEPT [^\n]*:(\d+)\n/) == nil {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw ToolFailed(program: "openssl s_server") }
            text += String(decoding: more, as: UTF8.self)
        }
        port = text.firstMatch(of: /ACCEPT [^\n]*:(\d+)\n/).flatMap { Int($0.1) } ?? 0
        // Nobody may be left waiting for the pipe to be read.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    // It may have inherited a mask that holds back milder signals.
    deinit { kill(process.processIdentifier, SIGKILL) }

    func url(host: String = "127.0.0.1") -> String { "https://\(host):\(port)/" }
}
