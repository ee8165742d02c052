public import HTTP

/// The SDK's transport: libcurl, driven by one thread.
///
/// ```swift
/// let transport = CurlTransport(.init(certificateAuthorities: .file("/etc/company/ca.pem")))
/// let client = Auth0.authentication(clientId: "…", domain: "…", session: transport)
/// ```
///
/// The thread begins with the first request. Connections, TLS sessions and resolved names are kept for the requests
/// that follow, and are shared with no other transport: two transports never meet on a connection, whatever their
/// settings. Completions are called on that thread; one that takes longer than some milliseconds keeps it for itself, and
/// another thread goes on with the other requests.
///
/// Nothing in the environment or the home directory changes what it does, and no setting turns verification off.
/// A transport that is released gives up what it has in flight. It cannot be used in a child that was forked from the
/// process that made it.
public final class CurlTransport: Transport {
    /// The transport a client uses when it is given no other: settings as in ``Configuration/init()``.
    ///
    /// It exists so that clients made all over a program share connections, as they would with one tenant; it holds
    /// no credential and no state but connections. Nothing is started before its first request, and it is never shut
    /// down by the SDK.
    public static let standard = CurlTransport()

    /// How this transport was made.
    public let configuration: Configuration

    private let engine: Engine

    /// Makes a transport; nothing is opened or started before the first request.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        engine = Engine(configuration: configuration)
    }

    deinit { engine.shutDown() }

    /// True: another thread takes over when a completion blocks.
    public var toleratesBlocking: Bool { true }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - completion: Called exactly once, on the transport's thread, and never before this method has returned.
    /// - Returns: The exchange under way.
    public func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
    ) -> any Exchange {
        let transfer = Transfer(request: request, engine: engine, completion: completion)
        engine.submit(transfer)
        return transfer
    }

    /// Ends the transport: what is in flight completes with ``HTTP/TransportError/Code/cancelled``, connections are closed,
    /// the thread ends.
    ///
    /// Returns at once. Requests sent afterwards complete with ``HTTP/TransportError/Code/cancelled`` as well.
    public func shutdown() { engine.shutDown() }
}
