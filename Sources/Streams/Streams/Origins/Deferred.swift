/// A publisher that creates a new publisher for each subscriber.
///
/// ```swift
/// let deferred = Deferred {
///     print("created")
///     return Just(1)
/// }
/// _ = deferred.sink { print($0) }
/// _ = deferred.sink { print($0) }
/// // prints created, 1, created, 1
/// ```
@frozen
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// The type of the published values.
    public typealias Output = DeferredPublisher.Output
    /// The type of the failure.
    public typealias Failure = DeferredPublisher.Failure

    /// The closure that creates the publisher.
    public let createPublisher: @Sendable () -> DeferredPublisher

    /// Creates a publisher that calls a closure at each subscription.
    ///
    /// - Parameter createPublisher: The closure that creates the publisher of one subscriber.
    @preconcurrency @_alwaysEmitIntoClient
    public init(createPublisher: @escaping @Sendable () -> DeferredPublisher) { self.createPublisher = createPublisher }

    /// Creates a publisher and attaches `subscriber` to it; see ``Publisher``, whose parameters are the same.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}

extension Deferred: _SynchronousPublisher where DeferredPublisher: _SynchronousPublisher {
    /// Creates a publisher and runs its loop; see `_SynchronousPublisher`, whose parameters are the same.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        createPublisher()._run(&sink)
    }
}
