import Synchronization

/// A transport that calls an asynchronous function: for another HTTP client, or as a test double.
///
/// ```swift
/// let transport = AsyncTransport { request in
///     TransportResponse(status: 200, fields: ["Content-Type": "application/json"], body: Array("{}".utf8))
/// }
/// let client = Auth0.authentication(clientId: "…", domain: "…", session: transport)
/// ```
///
/// A request that exceeds its deadline or is cancelled completes at once, and the task of the function is cancelled;
/// later results of the function are ignored.
public struct AsyncTransport: Transport, IdentifiedTransport {
    private static let defaultTimeout: Duration = .seconds(30)
    /// The latest deadline, a year, so that no clock overflows.
    private static let maximumTimeout: Duration = .seconds(31_536_000)

    fileprivate typealias Function = @Sendable (TransportRequest) async throws -> TransportResponse

    private let sender: Sender

    package var identity: any AnyObject & Sendable { sender }

    /// Creates a transport.
    ///
    /// - Parameter send: A function that sends the request and returns the response. It must not follow redirects,
    ///   store cookies, or add credentials of its own. A ``TransportError`` that it throws is reported unchanged and a
    ///   `CancellationError` as ``TransportError/Code/cancelled``; any other error becomes the cause of
    ///   ``TransportError/Code/outcomeUnknown``, because the server may have acted on the request.
    public init(_ send: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) {
        sender = Sender(send)
    }

    /// Sends a request in a new task.
    ///
    /// The task inherits the priority and the task-local values of the caller.
    ///
    /// - Parameters:
    ///   - request: The request to send; 30 seconds is its default time limit. A request with an invalid header field
    ///     fails with ``TransportError/Code/invalidArgument`` and is not sent.
    ///   - completion: A closure that receives the response or the error. It is called exactly once, in a task, and
    ///     must not block.
    /// - Returns: The exchange in progress, which can be cancelled.
    public func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        let exchange = TaskExchange(completion)
        let timeout = min(max(.zero, request.timeout ?? Self.defaultTimeout), Self.maximumTimeout)
        exchange.add(Task { [sender] in exchange.finish(await Self.result(of: sender.function, request)) })
        exchange.add(
            Task {
                guard (try? await Task.sleep(for: timeout)) != nil else { return }
                exchange.finish(.failure(TransportError(.timedOut, detail: "no complete response in time")))
            })
        return exchange
    }

    private static func result(
        of function: Function, _ request: TransportRequest
    ) async -> Result<TransportResponse, TransportError> {
        if let problem = request.fields.problem { return .failure(problem) }
        do {
            return .success(try await function(request))
        } catch let error as TransportError {
            return .failure(error)
        } catch is CancellationError {
            return .failure(TransportError(.cancelled))
        } catch {
            return .failure(TransportError(.outcomeUnknown, cause: error))
        }
    }
}

/// The function of a transport: an object, which the copies of the transport share.
private final class Sender: Sendable {
    let function: AsyncTransport.Function

    init(_ function: @escaping AsyncTransport.Function) { self.function = function }
}

/// A transport that is a value, whose copies are one transport.
package protocol IdentifiedTransport: Transport {
    var identity: any AnyObject & Sendable { get }
}

/// A request whose function and deadline run in tasks; the first event completes it.
private final class TaskExchange: TransportExchange {
    private struct State {
        /// `nil` after the end.
        var completion: TransportCompletion?
        var tasks: [Task<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ completion: @escaping TransportCompletion) { state = Mutex(State(completion: completion)) }

    /// Adds a task to cancel at the end; cancels it at once if the exchange has ended.
    func add(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            if state.completion != nil { state.tasks.append(task) }
            return state.completion == nil
        }
        if isOver { task.cancel() }
    }

    func finish(_ result: Result<TransportResponse, TransportError>) { end()?(result) }

    /// Ends the exchange, and completes it in a task, so that the completion never runs inside this call.
    func cancel() {
        guard let completion = end() else { return }
        Task { completion(.failure(TransportError(.cancelled))) }
    }

    /// Ends the exchange, cancels its tasks, and returns the completion to call; `nil` if the exchange had ended.
    private func end() -> TransportCompletion? {
        let last = state.withLock { state in
            defer { state = State() }
            return state
        }
        for task in last.tasks { task.cancel() }
        return last.completion
    }
}
