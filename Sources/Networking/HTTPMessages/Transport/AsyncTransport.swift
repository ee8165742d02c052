import Synchronization

/// A transport made of an asynchronous function: on another HTTP client, or a double in a test.
///
/// ```swift
/// let transport = AsyncTransport { request in
///     TransportResponse(status: 200, fields: ["Content-Type": "application/json"], body: Array("{}".utf8))
/// }
/// let client = Auth0.authentication(clientId: "…", domain: "…", session: transport)
/// ```
///
/// A request that exceeds its deadline or is cancelled completes at once, and the task of the function is cancelled.
public struct AsyncTransport: Transport {
    /// The deadline of a request that states none.
    private static let defaultTimeout: Duration = .seconds(30)

    private let function: @Sendable (TransportRequest) async throws -> TransportResponse

    /// Creates a transport.
    ///
    /// - Parameter send: A function that sends the request and returns the response. It must not follow redirects, store
    ///   cookies, or add credentials of its own. A `TransportError` that it throws is reported unchanged and a
    ///   `CancellationError` as ``TransportError/Code/cancelled``; any other error becomes the cause of
    ///   ``TransportError/Code/outcomeUnknown``, because the server may have acted on the request.
    public init(_ send: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) { function = send }

    /// Sends a request in a task of its own.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - completion: A closure that receives the response or the error, exactly once.
    /// - Returns: The exchange in progress, which can be cancelled.
    public func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any Exchange {
        let exchange = TaskExchange(completion)
        let timeout = max(.zero, request.timeout ?? Self.defaultTimeout)
        exchange.add(
            Task { [function] in
                do {
                    exchange.finish(.success(try await function(request)))
                } catch {
                    exchange.finish(.failure(Self.transportError(error)))
                }
            })
        exchange.add(
            Task {
                guard (try? await Task.sleep(for: timeout)) != nil else { return }
                exchange.finish(.failure(TransportError(.timedOut)))
            })
        return exchange
    }

    private static func transportError(_ error: any Error) -> TransportError {
        switch error {
        case let error as TransportError: error
        case is CancellationError: TransportError(.cancelled)
        default: TransportError(.outcomeUnknown, cause: error)
        }
    }
}

/// A request whose function and deadline run in tasks; the first event completes it.
private final class TaskExchange: Exchange {
    private struct State {
        var completion: (@Sendable (Result<TransportResponse, TransportError>) -> Void)?
        var tasks: [Task<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void) {
        state = Mutex(State(completion: completion))
    }

    /// Adds a task to cancel at the end; cancels it at once if the exchange has ended.
    func add(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            if state.completion != nil { state.tasks.append(task) }
            return state.completion == nil
        }
        if isOver { task.cancel() }
    }

    /// Completes the exchange with the first result; called by a task.
    func finish(_ result: Result<TransportResponse, TransportError>) {
        let (completion, tasks) = state.withLock { state in
            defer { state = State() }
            return (state.completion, state.tasks)
        }
        for task in tasks { task.cancel() }
        completion?(result)
    }

    /// Completes in a task, so that the completion never runs inside this call.
    func cancel() {
        guard state.withLock({ $0.completion != nil }) else { return }
        Task { finish(.failure(TransportError(.cancelled))) }
    }
}
