public import FoundationNetworking
public import HTTPMessages

/// Lets a `URLSession` be given to a client as its `session:`.
///
/// ```swift
/// let session = URLSession(configuration: .ephemeral)
/// let client = Auth0.authentication(clientId: "…", domain: "…", session: session)
/// ```
///
/// Redirects are refused, cookies are neither sent nor kept, nothing is cached, deadlines hold to the millisecond and
/// answers are limited to 1 MiB, whatever the session's configuration says. What FoundationNetworking decides by itself
/// stays as it is: it obeys proxy variables, reports most TLS failures alike, and costs ten times what
/// `CurlTransport` costs. An exchange that is cancelled completes at once, but its connection lives until the server
/// answers or the deadline passes: cancelling a `URLSessionTask` while it completes crashes the process.
extension URLSession: Transport {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - completion: Called exactly once, from any thread, and never before this method has returned.
    /// - Returns: The exchange under way.
    public func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
    ) -> any Exchange {
        let exchange = SessionExchange(request: request, completion: completion)
        exchange.begin(in: self)
        return exchange
    }
}
