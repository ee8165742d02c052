import HTTP
public import Streams

extension Request {
    private var operation: Operation<Value, Failure> {
        Operation(on: queue, toleratesBlocking: client.transport.toleratesBlocking) { begin($0) }
    }

    /// Sends the request and calls back.
    ///
    /// - Parameter callback: Called exactly once, with no lock held, on a background thread of the SDK or on the queue
    ///   given to ``deliver(on:)``; also after a cancellation, with a failure whose cause is
    ///   ``HTTP/TransportError/Code/cancelled``.
    /// - Returns: Cancels the request, which aborts its transfer. Letting go of it changes nothing.
    @discardableResult
    public func start(_ callback: @escaping @Sendable (Result<Value, Failure>) -> Void) -> any Cancellable {
        operation.start(callback)
    }

    /// Sends the request and waits for its result, on the caller's executor.
    ///
    /// Cancelling the task aborts the transfer.
    ///
    /// - Returns: The value of the answer.
    /// - Throws: The client's own error type, so that `catch` needs no cast.
    public func start() async throws(Failure) -> Value { try await operation.value() }

    /// Publishes the result of the request.
    ///
    /// - Returns: A publisher that sends the request anew for each subscriber, publishes one value and finishes, or
    ///   fails. Cancelling a subscription aborts the transfer.
    public func start() -> AnyPublisher<Value, Failure> { operation.publisher() }

    /// Calls back on the main actor, for code that touches the state of a user interface.
    ///
    /// The program must serve its main queue: `dispatchMain()`, a run loop, or an `async` main.
    public func onMainActor() -> MainActorRequest<Value, Failure> { MainActorRequest(operation: operation) }
}

/// A request whose callback runs on the main actor.
public struct MainActorRequest<Value: Sendable, Failure: RequestFailure>: Sendable {
    let operation: Operation<Value, Failure>

    /// Sends the request and calls back on the main actor.
    ///
    /// - Parameter callback: Called exactly once.
    /// - Returns: Cancels the request, which aborts its transfer.
    @discardableResult
    public func start(_ callback: @escaping @MainActor (Result<Value, Failure>) -> Void) -> any Cancellable {
        operation.start(onMainActor: callback)
    }
}
