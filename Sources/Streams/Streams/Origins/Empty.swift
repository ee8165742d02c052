/// A publisher without values, which finishes immediately or never.
///
/// ```swift
/// _ = Empty<Int, Never>().sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
/// // prints finished
/// ```
@frozen
public struct Empty<Output: Sendable, Failure: Error>: Publisher, Equatable {
    /// Whether the publisher finishes immediately; otherwise it never completes.
    public let completeImmediately: Bool

    /// Creates a publisher without values.
    ///
    /// - Parameter completeImmediately: Whether the publisher finishes immediately, which is the default; otherwise
    ///   it never completes.
    @_alwaysEmitIntoClient
    public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

    /// Creates a publisher without values, with explicit types.
    ///
    /// - Parameters:
    ///   - completeImmediately: Whether the publisher finishes immediately, which is the default; otherwise it never
    ///     completes.
    ///   - outputType: The type of the published values.
    ///   - failureType: The type of the failure.
    @_alwaysEmitIntoClient
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    /// Attaches `subscriber`, and finishes immediately if ``completeImmediately`` is `true`.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        if completeImmediately { subscriber.receive(completion: .finished) }
    }
}
