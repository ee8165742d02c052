import Foundation
import HTTPFaultServer

/// A server on loopback that reads a request and returns a configured response; one thread for each connection.
final class AnsweringServer: Sendable {
    private let server: FaultServer

    var port: Int { server.port }
    /// The first lines of the requests that came.
    var requestLines: [String] { server.requests.map(Self.firstLine) }

    /// Responds to each request with the result of `answer` for its first line.
    init(_ answer: @escaping @Sendable (String) -> String) throws {
        server = try FaultServer { peer in
            guard let request = peer.readRequest() else { return }
            peer.write(answer(Self.firstLine(request)))
        }
    }

    func url(_ path: String) throws -> URL {
        guard let url = URL(string: server.url(path)) else { throw URLError(.badURL) }
        return url
    }

    private static func firstLine(_ request: String) -> String { request.components(separatedBy: "\r\n")[0] }

    /// A response with a body.
    static func response(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}
