/// A publisher that fails immediately.
///
/// ```swift
/// _ = Fail<Int, CancellationError>(error: CancellationError())
///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
/// // prints failure(Swift.CancellationError())
/// ```
@frozen
public struct Fail<Output: Sendable, Failure: Error>: Publisher {
    /// The failure.
    public let error: Failure

    /// Creates a publisher that fails immediately.
    ///
    /// - Parameter error: The failure.
    @_alwaysEmitIntoClient
    public init(error: Failure) { self.error = error }

    /// Creates a publisher that fails immediately, with an explicit type of values.
    ///
    /// - Parameters:
    ///   - outputType: The type of the published values.
    ///   - failure: The failure.
    @_alwaysEmitIntoClient
    public init(outputType: Output.Type, failure: Failure) { error = failure }

    /// Attaches `subscriber` and delivers the failure; see ``Publisher``, whose parameters are the same.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
    }
}

extension Fail: Equatable where Failure: Equatable {}

extension Fail: _SynchronousPublisher {
    /// Passes the failure to `sink`; see `_SynchronousPublisher`, whose parameters are the same.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        sink.receive(completion: .failure(error))
    }
}
