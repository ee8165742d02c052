/// Sends requests: the seam between the SDK and the network.
///
/// The SDK's own transport is libcurl. Give another to a client as its `session:` to test without a network, or to use
/// a `URLSession` (product `HTTPURLSession`).
public protocol Transport: Sendable {
    /// Whether a completion may block for as long as it likes, because the transport goes on without that thread.
    ///
    /// `false` unless the transport says otherwise; the SDK then calls nobody's code in a completion.
    var toleratesBlocking: Bool { get }

    /// Sends a request.
    ///
    /// A transport never follows a redirect, stores no cookie, and reads no credential from anywhere.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - completion: Called exactly once, from any thread, with no lock held; also after ``Exchange/cancel()``; never from
    ///     inside this call. Unless ``toleratesBlocking`` it returns soon and never waits, so a transport may call
    ///     it where it reads the network.
    /// - Returns: The exchange under way.
    func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
    ) -> any Exchange
}

extension Transport {
    /// `false`: completions return soon.
    public var toleratesBlocking: Bool { false }
}

/// A request on its way.
public protocol Exchange: AnyObject, Sendable {
    /// Gives the request up: its connection is closed or reset, and it completes with ``TransportError/Code/cancelled``.
    ///
    /// May be called at any time, from any thread, more than once; an exchange that has completed is left as it is.
    func cancel()
}
