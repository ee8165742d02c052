/// Makes its publisher afresh for each subscriber, when it is subscribed.
@frozen
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// What the publisher gives.
    public typealias Output = DeferredPublisher.Output
    /// How the publisher may fail.
    public typealias Failure = DeferredPublisher.Failure

    /// Makes the publisher.
    public let createPublisher: @Sendable () -> DeferredPublisher

    /// Puts the making of a publisher off until it is subscribed.
    ///
    /// - Parameter createPublisher: Makes the publisher; called for each subscriber.
    @preconcurrency @inlinable
    public init(createPublisher: @escaping @Sendable () -> DeferredPublisher) { self.createPublisher = createPublisher }

    /// Attaches `subscriber` to a fresh publisher.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}

extension Deferred: SynchronousPublisher where DeferredPublisher: SynchronousPublisher {
    /// Makes the publisher and runs it.
    @inlinable @inline(__always)
    public func run<S: Publishers.SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Failure {
        createPublisher().run(&sink)
    }
}
