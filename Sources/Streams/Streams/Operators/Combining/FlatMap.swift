extension Publisher {
    /// Transforms each value into a publisher and merges the values of these publishers.
    ///
    /// ![A marble diagram of flatMap.](flatMap)
    ///
    /// While the maximum number of publishers is active, no upstream value is requested; if the upstream publisher
    /// drops values without demand, all values are requested, and kept until a publisher finishes.
    ///
    /// ```swift
    /// _ = [1, 2, 3].publisher
    ///     .flatMap { number in repeatElement(number, count: number).publisher }
    ///     .sink { print($0) }
    /// // prints 1, 2, 2, 3, 3, 3
    /// ```
    ///
    /// - Parameters:
    ///   - maxPublishers: The maximum number of publishers that are active at the same time; unlimited by default.
    ///   - transform: A closure that returns the publisher for a value.
    /// - Returns: A publisher of the values of all new publishers. It finishes when the upstream publisher and all new
    ///   publishers have finished, and fails as soon as one of them fails.
    /// - Complexity: O(*p*) memory in the number of active publishers and of values that wait at the limit.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// Transforms each value into a publisher that cannot fail, and merges the values of these publishers.
    ///
    /// This is the overload for publishers with another failure, whose parameters are the same.
    ///
    /// - Returns: A publisher of the values of all new publishers that fails when the upstream publisher fails.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Transforms each value of a publisher that cannot fail into a publisher that can fail, and merges their values.
    ///
    /// This is the overload for publishers with another failure, whose parameters are the same.
    ///
    /// - Returns: A publisher of the values of all new publishers that fails as soon as one of them fails.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }
}

extension Publishers {
    /// The publisher behind `flatMap(maxPublishers:_:)`.
    @frozen
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        /// The type of the published values.
        public typealias Output = NewPublisher.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The maximum number of publishers that are active at the same time.
        public let maxPublishers: Subscribers.Demand
        /// A closure that returns the publisher for a value.
        public let transform: @Sendable (Upstream.Output) -> NewPublisher

        /// Creates the publisher behind `flatMap(maxPublishers:_:)` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient @inline(__always)
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping @Sendable (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Attaches `subscriber` to the merged publishers; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = FlatMapSubscriber<NewPublisher, Upstream.Output>(
                downstream: AnySubscriber(subscriber).box, maxPublishers: maxPublishers, transform: transform)
            inner.begin()
            upstream.receive(subscriber: inner)
            inner.settle()
        }
    }
}

extension Publishers.FlatMap: _SynchronousPublisher
where Upstream: _SynchronousPublisher, NewPublisher: _SynchronousPublisher {
    /// Runs the publisher of each upstream value, one after the other.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        guard maxPublishers > .none else {
            // No value is ever requested; an upstream publisher without values still completes.
            if let end = upstream.completionWithoutDemand() { sink.receive(completion: end) }
            return
        }
        var outer = OuterSink(transform: transform, next: sink)
        upstream._run(&outer)
        sink = outer.next
    }

    /// A receiver of the upstream values that runs the publisher of each value.
    @usableFromInline @frozen
    struct OuterSink<Next: Publishers._SynchronousSink>: Publishers._SynchronousSink
    where Next.Input == Output, Next.Failure == Upstream.Failure {
        @usableFromInline let transform: @Sendable (Upstream.Output) -> NewPublisher
        @usableFromInline var next: Next

        @_alwaysEmitIntoClient @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Output) -> NewPublisher, next: Next) {
            self.transform = transform
            self.next = next
        }

        @_alwaysEmitIntoClient @inline(__always)
        mutating func receive(_ input: Upstream.Output) -> Bool {
            var inner = UnfinishedSink(next: next)
            transform(input)._run(&inner)
            next = inner.next
            return inner.isFinished
        }

        @_alwaysEmitIntoClient @inline(__always)
        mutating func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            next.receive(completion: completion)
        }
    }
}

@available(*, unavailable)
extension Publishers.FlatMap.OuterSink: Sendable {}
