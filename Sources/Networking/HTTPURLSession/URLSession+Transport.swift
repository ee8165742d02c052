public import FoundationNetworking
public import HTTPMessages

/// Makes `URLSession` a transport, which can be passed to a client as its `session:`.
///
/// ```swift
/// let session = URLSession(configuration: .ephemeral)
/// let client = Auth0.authentication(clientId: "…", domain: "…", session: session)
/// ```
///
/// Regardless of the session's configuration, redirects are rejected, cookies are neither sent nor stored, nothing is
/// cached, a challenge such as `Basic` is not answered, so that the 401 is delivered as a response, and the session's
/// delegate receives no event. Time limits are exact to 50 milliseconds: the limit of the request, the session's
/// `timeoutIntervalForRequest` between two parts of the body, and its `timeoutIntervalForResource` for the whole
/// exchange.
///
/// A response body above 1 MiB is refused while it arrives, but FoundationNetworking cannot be stopped: it decompresses
/// and keeps the data received until then, which can be 200 MB for 200 KB of gzip. For servers that you do not trust,
/// use `CurlTransport`, which counts decompressed bytes before it keeps them.
///
/// A response that is delimited by the end of the connection can be distinguished from a truncated one only by its
/// JSON, because FoundationNetworking does not report how a TLS connection ended. Other behaviour of
/// FoundationNetworking cannot be changed: it uses the proxy environment variables, reports most TLS failures with the
/// same code, and costs ten times as much as `CurlTransport`. An exchange that is cancelled completes at once, but its
/// connection stays open until the server responds or the deadline passes, because cancelling a `URLSessionTask` while
/// it completes crashes the process.
extension URLSession: Transport {
    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request to send. If it has no time limit, the session's `timeoutIntervalForResource` is its
    ///     limit when the program has set it; otherwise 30 seconds, or `timeoutIntervalForRequest` when it is longer
    ///     and the program has set it.
    ///   - completion: A closure that receives the response or the error. It is called exactly once, on a background
    ///     thread, never inside this method, and must not block.
    /// - Returns: The exchange in progress, which can be cancelled.
    public func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        let exchange = SessionExchange(request: request, completion: completion)
        exchange.begin(in: self)
        return exchange
    }
}
