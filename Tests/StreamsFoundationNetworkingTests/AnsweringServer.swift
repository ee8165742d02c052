import CAuth0Linux
import Foundation
import Synchronization

/// A server on loopback that reads a request and returns a configured response; one thread for each connection.
final class AnsweringServer: Sendable {
    let port: Int
    private let listener: Int32
    private let lines = Lines()

    /// The first lines of the requests that came.
    var requestLines: [String] { lines.all }

    /// Responds to each request with the result of `answer` for its first line.
    init(_ answer: @escaping @Sendable (String) -> String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) | listen(listener, 16) | getsockname(listener, $0, &size)
            }
        }
        guard listener >= 0, status == 0 else { throw URLError(.cannotConnectToHost) }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        let lines = lines
        Thread.detachNewThread {
            while case let peer = auth0_accept(listener, 1), peer >= 0 {
                Thread.detachNewThread { Self.serve(peer, lines, answer) }
            }
            // Here, and not in `deinit`: a closed descriptor may be that of another test.
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    func url(_ path: String) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
        return url
    }

    private static func serve(_ peer: Int32, _ lines: Lines, _ answer: (String) -> String) {
        defer { close(peer) }
        guard let line = requestLine(of: peer) else { return }
        lines.add(line)
        let text = Array(answer(line).utf8)
        _ = send(peer, text, text.count, Int32(MSG_NOSIGNAL))
        shutdown(peer, Int32(SHUT_WR))
    }

    /// The first line of a request that has come whole, with its body: bytes that stay unread when a connection is
    /// closed reset it, and the client loses the response (RFC 9112 section 9.6).
    private static func requestLine(of peer: Int32) -> String? {
        var request = ""
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = recv(peer, &buffer, buffer.count, 0), count > 0 {
            request += String(decoding: buffer[..<count], as: UTF8.self)
            let parts = request.components(separatedBy: "\r\n\r\n")
            let lines = parts[0].components(separatedBy: "\r\n")
            let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.dropFirst(15)
            let body = length.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0
            if parts.count > 1, parts[1].utf8.count >= body { return lines[0] }
        }
        return nil
    }

    /// A response with a body.
    static func response(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}

/// The first lines of requests, from all threads.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
