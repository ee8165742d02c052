/// Gives nothing: it finishes at once, or never.
@frozen
public struct Empty<Output: Sendable, Failure: Error>: Publisher, Equatable {
    /// Whether it finishes.
    public let completeImmediately: Bool

    /// Makes a publisher of nothing.
    ///
    /// - Parameter completeImmediately: Whether it finishes at once; otherwise it never does.
    @inlinable
    public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

    /// Makes a publisher of nothing, for given types.
    ///
    /// - Parameters:
    ///   - completeImmediately: Whether it finishes at once; otherwise it never does.
    ///   - outputType: What it would give.
    ///   - failureType: How it would fail.
    @inlinable
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    /// Tells `subscriber` that there is nothing.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        if completeImmediately { subscriber.receive(completion: .finished) }
    }
}
