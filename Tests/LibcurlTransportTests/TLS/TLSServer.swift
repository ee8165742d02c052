/// `openssl s_server` on a free port of loopback, which responds to each GET with a page.
final class TLSServer {
    let port: Int
    private let process: ChildProcess

    /// Starts the server.
    init(_ identity: Certificates.Identity, _ options: [String] = []) throws {
        process = try ChildProcess(
            "openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate, "-key", identity.key, "-www"]
                + options)
        var text = ""
        while text.firstMatch(of: /ACCEPT [^\n]*:(\d+)\n/) == nil {
            let more = process.read()
            guard !more.isEmpty else { throw ToolFailed(program: "openssl s_server") }
            text += String(decoding: more, as: UTF8.self)
        }
        port = text.firstMatch(of: /ACCEPT [^\n]*:(\d+)\n/).flatMap { Int($0.1) } ?? 0
    }

    func url(host: String = "127.0.0.1") -> String { "https://\(host):\(port)/" }
}
