/// Fails at once.
@frozen
public struct Fail<Output: Sendable, Failure: Error>: Publisher {
    /// How it fails.
    public let error: Failure

    /// Makes a publisher that fails.
    ///
    /// - Parameter error: How it fails.
    @inlinable
    public init(error: Failure) { self.error = error }

    /// Makes a publisher that fails, for given types.
    ///
    /// - Parameters:
    ///   - outputType: What it would give.
    ///   - failure: How it fails.
    @inlinable
    public init(outputType: Output.Type, failure: Failure) { error = failure }

    /// Tells `subscriber` the failure.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
    }
}

extension Fail: Equatable where Failure: Equatable {}

extension Fail: SynchronousPublisher {
    /// Hands over the failure.
    @inlinable @inline(__always)
    public func run<S: Publishers.SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Failure {
        sink.receive(completion: .failure(error))
    }
}
