import CAuth0Curl
public import HTTPMessages
import LinuxSystemCalls

/// The SDK's default transport: libcurl on one background thread.
///
/// ```swift
/// let transport = CurlTransport(configuration: .init(certificateAuthorities: .file("/etc/company/ca.pem")))
/// let client = Auth0.authentication(clientId: "…", domain: "…", session: transport)
/// ```
///
/// The thread starts with the first request. Connections, TLS sessions and resolved names are reused by later requests
/// of the same transport and never shared with another transport. Completions are called on that thread; if one runs
/// longer than about 10 milliseconds, another thread takes over the other requests.
///
/// The environment and the home directory do not affect a transport, and no setting disables the verification of
/// certificates. Releasing a transport cancels its requests in progress. A transport cannot be used in a process forked
/// from the one that created it; the thread of a completion that forks ends in the child when the completion returns.
public final class CurlTransport: Transport {
    /// The default transport of clients, with the settings of ``Configuration/init()``.
    ///
    /// All clients that use it share its connections, which are its only state. Its thread starts with its first
    /// request, and the SDK never shuts it down.
    public static let standard = CurlTransport()

    /// The versions of the system libraries that this process has loaded, for example `libcurl/7.88.1 OpenSSL/3.0.17`.
    ///
    /// These are the upstream versions: a distribution adds fixes to a release without changing its version.
    /// `SECURITY.md` names the packages of Debian that have the known fixes.
    public static var libraryVersions: String {
        "libcurl/\(String(cString: auth0_curl_version())) OpenSSL/\(String(cString: auth0_curl_tls_version()))"
    }

    /// The settings of this transport.
    public let configuration: Configuration

    private let engine: Engine

    /// Creates a transport; its thread starts with the first request.
    ///
    /// - Parameter configuration: The settings; ``Configuration/init()`` by default.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        engine = Engine(configuration: configuration)
    }

    deinit { engine.shutDown() }

    /// `true`: if a completion blocks, another thread takes over the other requests.
    public var toleratesBlocking: Bool { true }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - completion: A closure that receives the response or the error. It is called exactly once, on the transport's
    ///     thread, never inside this method, and may block.
    /// - Returns: The exchange in progress, which can be cancelled.
    public func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        let transfer = Transfer(request: request, engine: engine, completion: completion)
        engine.submit(transfer)
        return transfer
    }

    /// Cancels all requests, closes all connections and ends the transport's thread.
    ///
    /// Returns immediately. Requests in progress and requests sent later complete with
    /// ``HTTPMessages/TransportError/Code/cancelled``. While a name server does not answer, the thread and its idle
    /// connections remain until the system's resolver gives up.
    public func shutdown() { engine.shutDown() }
}

/// The thread-safe front of the loop: an inbox of commands, and the thread that executes them.
///
/// The thread sleeps in `epoll_wait`; only a command that arrives while it sleeps writes to its eventfd.
final class Engine: Sendable {
    private struct Inbox {
        enum Stage { case idle, running, stopping, stopped }
        var stage = Stage.idle
        var commands = Commands()
        var isAsleep = false
        var wake: Wakeup?

        /// Returns the event that wakes the loop if it sleeps; only the first call after it fell asleep returns it.
        mutating func takeWake() -> Wakeup? {
            guard isAsleep else { return nil }
            isAsleep = false
            return wake
        }
    }

    struct Commands {
        var submissions: [Transfer] = []
        var cancellations: [Transfer] = []
        /// Whether the process has a free place for a name resolution again.
        var mayResolve = false
        var isStopping = false

        var isEmpty: Bool { submissions.isEmpty && cancellations.isEmpty && !mayResolve && !isStopping }
    }

    let configuration: CurlTransport.Configuration
    private let inbox = SanitizerVisibleMutex(Inbox())
    /// The process with the thread of the loop: a forked child has none.
    private let process = ProcessGeneration.current

    init(configuration: CurlTransport.Configuration) { self.configuration = configuration }

    // MARK: Called by any thread

    /// Submits a transfer to the loop; the first one starts the thread.
    func submit(_ transfer: Transfer) {
        guard process.isCurrent else {
            return refuse(transfer, TransportError(.invalidArgument, detail: "the transport was created before a fork"))
        }
        enum Next { case nothing, wake(Wakeup), start, refuse }
        let next: Next = inbox.withLock { inbox in
            switch inbox.stage {
            case .stopping, .stopped: return .refuse
            case .idle:
                inbox.stage = .running
                inbox.commands.submissions.append(transfer)
                return .start
            case .running:
                inbox.commands.submissions.append(transfer)
                return inbox.takeWake().map { .wake($0) } ?? .nothing
            }
        }
        switch next {
        case .nothing: break
        case .wake(let wake): wake.ring()
        case .start: start()
        case .refuse: refuse(transfer, Self.wasShutDown)
        }
    }

    func cancel(_ transfer: Transfer) { post { $0.commands.cancellations.append(transfer) } }

    /// Tells the loop that another name resolution of the process has ended.
    func didFreeResolution() { post { $0.commands.mayResolve = true } }

    /// Asks the loop to end; transfers in progress complete as cancelled.
    func shutDown() {
        post { inbox in
            inbox.stage = inbox.stage == .idle ? .stopped : .stopping
            inbox.commands.isStopping = inbox.stage == .stopping
        }
    }

    /// Changes the inbox of a loop that has not been asked to end, and wakes the loop.
    private func post(_ change: @Sendable (inout Inbox) -> Void) {
        guard process.isCurrent else { return }
        let wake: Wakeup? = inbox.withLock { inbox in
            guard inbox.stage == .idle || inbox.stage == .running else { return nil }
            change(&inbox)
            return inbox.takeWake()
        }
        wake?.ring()
    }

    // MARK: Called by the loop

    /// Stores the event that wakes the loop when it sleeps.
    func willStart(_ wake: Wakeup) { inbox.withLock { $0.wake = wake } }

    /// Swaps the commands of the inbox with the emptied ones of the previous call, so that neither side allocates.
    func takeCommands(into commands: inout Commands) {
        inbox.withLock { inbox in
            guard !inbox.commands.isEmpty else { return }
            swap(&inbox.commands, &commands)
        }
    }

    /// Returns whether the inbox is empty, so that the loop may sleep; from now on a new command wakes it.
    func mayFallAsleep() -> Bool {
        inbox.withLock { inbox in
            inbox.isAsleep = inbox.commands.isEmpty
            return inbox.isAsleep
        }
    }

    func didWake() { inbox.withLock { $0.isAsleep = false } }

    /// Records that the loop has ended, and returns the transfers that it has not accepted.
    func didStop() -> [Transfer] {
        inbox.withLock { inbox in
            defer { inbox = Inbox(stage: .stopped) }
            return inbox.commands.submissions
        }
    }

    // MARK: The thread

    private func start() {
        let isStarted = BackgroundThread.start(named: "auth0-http") { [self] in Loop.run(self) }
        if !isStarted { failToStart() }
    }

    /// Completes what was submitted with an error; the next request starts the loop again.
    func failToStart() {
        let refused = inbox.withLock { inbox in
            defer { inbox = Inbox(stage: inbox.stage == .stopping ? .stopped : .idle) }
            return inbox.commands.submissions
        }
        let error = TransportError(.connectionFailed, detail: "the system has no thread or file descriptor left")
        for transfer in refused { transfer.complete(.failure(error)) }
    }

    /// Completes a transfer with an error on another thread: never before `send` returns.
    private func refuse(_ transfer: Transfer, _ error: TransportError) {
        let isStarted = BackgroundThread.start(named: "auth0-refuse") { transfer.complete(.failure(error)) }
        if !isStarted { transfer.complete(.failure(error)) }
    }

    static let wasShutDown = TransportError(.cancelled, detail: "the transport was shut down")
}
