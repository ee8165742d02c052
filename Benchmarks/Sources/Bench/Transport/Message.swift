import Auth0
import HTTPMessages
import LocalServer
import Synchronization

/// The request of every variant: the SDK's own request, with a body of 300 bytes.
struct Message {
    static let clientID = "benchmark-client-0123456789ab"
    static let refreshToken = "v1." + String(repeating: "r", count: 204)

    let url: String
    /// The header fields as `Name: value` lines.
    let headers: [String]
    let body: String

    init(_ endpoint: Listener) throws {
        let capture = Capture()
        Auth0.authentication(
            clientId: Self.clientID, domain: try Server.address(endpoint), session: capture
        ).renew(withRefreshToken: Self.refreshToken).start { _ in }
        guard let request = capture.request.withLock({ $0 }) else {
            throw UnexpectedAnswer(description: "the SDK sent nothing")
        }
        url = request.url.string
        body = String(decoding: request.body, as: UTF8.self)
        var lines = ["User-Agent: auth0-streams"]
        for (name, value) in request.fields { lines.append("\(name): \(value)") }
        headers = lines
    }
}

/// A transport that records the request and sends nothing.
private final class Capture: Transport, TransportExchange {
    let request = Mutex<TransportRequest?>(nil)

    func send(
        _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        self.request.withLock { $0 = request }
        completion(.failure(TransportError(.cancelled)))
        return self
    }

    func cancel() {}
}
