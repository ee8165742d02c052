package import Dispatch
import HTTPMessages
public import Streams

extension Request {
    /// The callback of ``start(_:)``.
    public typealias Callback = @Sendable (Result<Value, Failure>) -> Void

    private var operation: Operation<Value, Failure> {
        Operation(on: queue, toleratesBlocking: client.transport.toleratesBlocking) { begin($0) }
    }

    /// Sends the request and calls back.
    ///
    /// - Parameter callback: Called exactly once, with no lock held, on a background thread of the SDK or on the queue
    ///   given to ``deliver(on:)``; also after a cancellation, with a failure whose cause is
    ///   ``HTTPMessages/TransportError/Code/cancelled``.
    /// - Returns: A handle that cancels the request and aborts its transfer. Releasing it has no effect.
    @preconcurrency @discardableResult
    public func start(_ callback: @escaping @Sendable (Result<Value, Failure>) -> Void) -> any Cancellable {
        operation.start(callback)
    }

    /// Sends the request and waits for its result, on the caller's executor.
    ///
    /// Cancelling the task aborts the transfer.
    ///
    /// - Returns: The value of the response.
    /// - Throws: `Failure`, the client's own error type: `catch let error as AuthenticationError`, for instance.
    public func start() async throws -> Value { try await operation.value() }

    /// Sends the request and waits for its result, with the type of the failure.
    ///
    /// Cancelling the task aborts the transfer; the failure's cause is then
    /// ``HTTPMessages/TransportError/Code/cancelled``.
    ///
    /// - Returns: The value of the response, or the failure.
    public func result() async -> Result<Value, Failure> { await operation.result() }

    /// Publishes the result of the request.
    ///
    /// - Returns: A publisher that sends the request anew for each subscriber, publishes one value and finishes, or
    ///   fails. Cancelling a subscription aborts the transfer.
    public func start() -> AnyPublisher<Value, Failure> { operation.publisher() }

    /// Publishes the result of the request, as `start()` does, under a name that is unique to this style.
    ///
    /// The compiler checks chains of operators that begin with it faster.
    ///
    /// - Returns: A publisher that sends the request anew for each subscriber, publishes one value and finishes, or
    ///   fails. Cancelling a subscription aborts the transfer.
    public func publisher() -> AnyPublisher<Value, Failure> { operation.publisher() }

    /// Calls back on the main actor, for code that touches the state of a user interface.
    ///
    /// The program must serve its main queue: `dispatchMain()`, a run loop, or an `async` main.
    public func onMainActor() -> MainActorRequest<Value, Failure> { MainActorRequest(operation: operation) }
}

/// A request whose callback runs on the main actor.
public struct MainActorRequest<Value: Sendable, Failure: Error>: Sendable {
    let operation: Operation<Value, Failure>

    package init(operation: Operation<Value, Failure>) { self.operation = operation }

    /// Sends the request and calls back on the main actor.
    ///
    /// - Parameter callback: Called exactly once.
    /// - Returns: A handle that cancels the request and aborts its transfer. Releasing it has no effect.
    @discardableResult
    public func start(_ callback: @escaping @MainActor (Result<Value, Failure>) -> Void) -> any Cancellable {
        operation.begin { result in
            DispatchQueue.main.async { MainActor.assumeIsolated { callback(result) } }
        }
    }
}

/// A cancellable operation that completes exactly once, such as a request, a login or a call of stored credentials.
/// Each of the three styles is written once, here.
package struct Operation<Value: Sendable, Failure: Error>: Sendable {
    /// A completion handler, called exactly once with the result.
    package typealias Completion = @Sendable (Result<Value, Failure>) -> Void

    /// Starts the operation.
    let begin: @Sendable (_ completion: @escaping Completion) -> any Cancellable
    /// The queue of callbacks and subscribers; `nil` selects a background thread of the SDK.
    let queue: DispatchQueue?
    /// Whether `begin` calls its completion on a background thread that other code may block.
    let toleratesBlocking: Bool

    /// Creates an operation from the function that starts it.
    package init(
        on queue: DispatchQueue?, toleratesBlocking: Bool,
        begin: @escaping @Sendable (@escaping Completion) -> any Cancellable
    ) {
        self.begin = begin
        self.queue = queue
        self.toleratesBlocking = toleratesBlocking
    }

    /// Creates an operation whose start may throw; the error is delivered like any other failure.
    package init(
        attempting begin: @escaping @Sendable (@escaping Completion) throws -> any Cancellable,
        failing failure: @escaping @Sendable (any Error) -> Failure
    ) {
        self.init(on: nil, toleratesBlocking: false) { completion in
            do {
                return try begin(completion)
            } catch {
                return DeliveryQueue.background.deliver(.failure(failure(error)), to: completion)
            }
        }
    }

    /// The first style: calls back on the queue, or on the thread of the result if that may be blocked.
    package func start(_ callback: @escaping Completion) -> any Cancellable {
        guard queue != nil || !toleratesBlocking else { return begin(callback) }
        return begin { result in
            if let queue {
                queue.async { callback(result) }
            } else {
                DeliveryQueue.background.deliver { callback(result) }
            }
        }
    }

    /// The second style: suspends, and resumes from the thread of the result. Cancelling the task cancels it.
    package func value() async throws(Failure) -> Value { try await result().get() }

    /// The second style without a `throw`: suspends, and resumes directly from the thread of the result.
    package func result() async -> Result<Value, Failure> {
        let slot = CancellationSlot()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                slot.fill(begin { continuation.resume(returning: $0) })
            }
        } onCancel: {
            slot.cancel()
        }
    }
}

extension MainActorRequest: CustomReflectable {
    /// A mirror without children: all members may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
