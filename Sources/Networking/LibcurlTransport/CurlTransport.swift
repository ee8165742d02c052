import CAuth0Curl
import CAuth0Linux
import Glibc
public import HTTPMessages
import LinuxSystemCalls

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
    ///   - completion: Called exactly once, on the transport's thread, and never from inside this call.
    /// - Returns: The exchange under way.
    public func send(
        _ request: HTTPRequest,
        completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
    ) -> any Exchange {
        let transfer = Transfer(request: request, engine: engine, completion: completion)
        engine.submit(transfer)
        return transfer
    }

    /// Ends the transport: what is in flight completes with ``HTTPMessages/TransportError/Code/cancelled``, connections are closed,
    /// the thread ends.
    ///
    /// Returns at once. Requests sent afterwards complete with ``HTTPMessages/TransportError/Code/cancelled`` as well.
    public func shutdown() { engine.shutDown() }
}

/// The side of a transport that any thread may touch: an inbox, and the thread that empties it.
///
/// The thread sleeps in `epoll_wait`. Whoever puts something into the inbox of a sleeping thread writes to its
/// eventfd; while the thread is awake nothing needs to be written, because it looks again before it sleeps.
final class Engine: Sendable {
    /// What threads ask the loop to do.
    private struct Inbox {
        enum Stage { case idle, running, stopping, stopped }
        var stage = Stage.idle
        var mail = Mail()
        var isAsleep = false
        var wake: Int32 = -1

        /// The descriptor to write to when the loop sleeps; only the first to ask gets it.
        mutating func takeWake() -> Int32? {
            guard isAsleep else { return nil }
            isAsleep = false
            return wake
        }
    }

    /// Requests to begin and requests to give up.
    struct Mail {
        var arrivals: [Transfer] = []
        var cancellations: [Transfer] = []
        var isStopping = false

        var isEmpty: Bool { arrivals.isEmpty && cancellations.isEmpty && !isStopping }
    }

    let configuration: CurlTransport.Configuration
    private let inbox = SanitizerVisibleMutex(Inbox())
    private let generation = ProcessGeneration.current

    init(configuration: CurlTransport.Configuration) { self.configuration = configuration }

    deinit {
        let wake = inbox.withLock(\.wake)
        if wake >= 0 { close(wake) }
    }

    /// Whether this is another process than the one that made the engine: the thread did not come along.
    private var isForked: Bool { generation != ProcessGeneration.current }

    // MARK: Asked by any thread

    /// Hands a transfer to the loop, which starts with the first one.
    func submit(_ transfer: Transfer) {
        guard !isForked else {
            return refuse(transfer, TransportError(.invalidArgument, detail: "the transport was made before a fork"))
        }
        enum Next { case nothing, wake(Int32), start, refuse }
        let next: Next = inbox.withLock { inbox in
            switch inbox.stage {
            case .stopping, .stopped: return .refuse
            case .idle:
                inbox.stage = .running
                inbox.mail.arrivals.append(transfer)
                return .start
            case .running:
                inbox.mail.arrivals.append(transfer)
                return inbox.takeWake().map { .wake($0) } ?? .nothing
            }
        }
        switch next {
        case .nothing: break
        case .wake(let descriptor): Self.ring(descriptor)
        case .start: start()
        case .refuse: refuse(transfer, Self.wasShutDown)
        }
    }

    /// Asks the loop to give a transfer up.
    func cancel(_ transfer: Transfer) {
        guard !isForked else { return }
        let wake: Int32? = inbox.withLock { inbox in
            guard inbox.stage == .running else { return nil }
            inbox.mail.cancellations.append(transfer)
            return inbox.takeWake()
        }
        if let wake { Self.ring(wake) }
    }

    /// Asks the loop to end. What is in flight completes as cancelled.
    func shutDown() {
        guard !isForked else { return }
        let wake: Int32? = inbox.withLock { inbox in
            guard inbox.stage == .running else {
                if inbox.stage == .idle { inbox.stage = .stopped }
                return nil
            }
            inbox.stage = .stopping
            inbox.mail.isStopping = true
            return inbox.takeWake()
        }
        if let wake { Self.ring(wake) }
    }

    // MARK: Asked by the loop

    /// Takes what is in the inbox, and gives it the emptied arrays of last time, so that neither side allocates.
    func takeMail(into mail: inout Mail) {
        inbox.withLock { inbox in
            inbox.isAsleep = false
            guard !inbox.mail.isEmpty else { return }
            swap(&inbox.mail, &mail)
        }
    }

    /// Whether the loop may sleep: the inbox is empty, and from now on mail wakes it.
    func mayFallAsleep() -> Bool {
        inbox.withLock { inbox in
            inbox.isAsleep = inbox.mail.isEmpty
            return inbox.isAsleep
        }
    }

    /// The loop has ended; returns what arrived too late for it.
    func didStop() -> [Transfer] {
        inbox.withLock { inbox in
            inbox.stage = .stopped
            defer { inbox.mail = Mail() }
            return inbox.mail.arrivals
        }
    }

    // MARK: The thread

    private func start() {
        let wake = auth0_open_eventfd()
        inbox.withLock { $0.wake = wake }
        let isStarted =
            wake >= 0 && BackgroundThread.start(named: "auth0-http") { [self] in Loop.run(self, wake: wake) }
        guard !isStarted else { return }
        let refused = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return inbox.mail.arrivals
        }
        if wake >= 0 { close(wake) }
        let error = TransportError(.connectionFailed, detail: "the system gave no thread or no descriptor")
        for transfer in refused { transfer.complete(.failure(error)) }
    }

    /// Completes a transfer the loop cannot take, still not from inside the call that sent it.
    private func refuse(_ transfer: Transfer, _ error: TransportError) {
        let isStarted = BackgroundThread.start(named: "auth0-refuse") { transfer.complete(.failure(error)) }
        if !isStarted { transfer.complete(.failure(error)) }
    }

    static let wasShutDown = TransportError(.cancelled, detail: "the transport was shut down")

    private static func ring(_ descriptor: Int32) {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
