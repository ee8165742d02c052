/// A type that sends HTTP requests for the SDK.
///
/// The SDK's default transport uses libcurl. Pass another one to a client as its `session:`: a `URLSession` (product
/// `HTTPURLSession`), or an ``AsyncTransport`` to use any other HTTP client or to test without a network.
public protocol Transport: Sendable {
    /// Whether a completion may block its thread for any time without delaying other requests of the transport.
    ///
    /// `false` by default; the SDK then never calls the program's code inside a completion.
    var toleratesBlocking: Bool { get }

    /// Sends a request.
    ///
    /// A transport must not follow redirects, store cookies, or add credentials of its own.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - completion: A closure that receives the response or the error. The transport calls it exactly once, from any
    ///     thread, with no lock held, also after ``TransportExchange/cancel()``, and never inside this method or
    ///     ``TransportExchange/cancel()``. Unless ``toleratesBlocking`` is `true`, it returns soon and never blocks, so
    ///     that a transport may call it on its network thread.
    /// - Returns: The exchange in progress, which can be cancelled.
    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange
}

/// The completion of an exchange, which receives the response or the error.
package typealias TransportCompletion = @Sendable (Result<TransportResponse, TransportError>) -> Void

extension Transport {
    /// `false`: completions must not block.
    public var toleratesBlocking: Bool { false }
}

/// A request in progress.
public protocol TransportExchange: AnyObject, Sendable {
    /// Aborts the request: its connection or stream is closed, and it completes with ``TransportError/Code/cancelled``.
    ///
    /// May be called at any time, from any thread, and more than once; it has no effect after completion.
    func cancel()
}
