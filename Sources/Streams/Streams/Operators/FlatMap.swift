extension Publisher {
    /// Makes a publisher of each value, and passes on the values of all of them as they come.
    ///
    /// ![A marble diagram of flatMap.](flatMap)
    ///
    /// At the limit, values of upstream wait: they are not demanded, or kept if upstream would lose them.
    ///
    /// - Parameters:
    ///   - maxPublishers: How many publishers may be at work at a time.
    ///   - transform: Makes a publisher of a value.
    /// - Returns: A publisher of the values of all.
    /// - Complexity: O(*p*) memory in the number of publishers at work, and in that of values that wait at the limit.
    @preconcurrency @inlinable @inline(__always)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// Makes a publisher of each value, and passes on the values of all of them as they come.
    ///
    /// - Parameters:
    ///   - maxPublishers: How many publishers may be at work at a time.
    ///   - transform: Makes a publisher of a value, which cannot fail.
    /// - Returns: A publisher of the values of all.
    @preconcurrency @inlinable @inline(__always)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher of each value, and passes on the values of all of them as they come.
    ///
    /// - Parameters:
    ///   - maxPublishers: How many publishers may be at work at a time.
    ///   - transform: Makes a publisher of a value.
    /// - Returns: A publisher of the values of all.
    @preconcurrency @inlinable @inline(__always)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// Makes a publisher of each value, and passes on the values of all of them as they come.
    ///
    /// - Parameters:
    ///   - maxPublishers: How many publishers may be at work at a time.
    ///   - transform: Makes a publisher of a value, which may fail.
    /// - Returns: A publisher of the values of all.
    @preconcurrency @inlinable @inline(__always)
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
        /// The values of the new publishers.
        public typealias Output = NewPublisher.Output
        /// The failure of all.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How many publishers may be at work at a time.
        public let maxPublishers: Subscribers.Demand
        /// Makes a publisher of a value.
        public let transform: @Sendable (Upstream.Output) -> NewPublisher

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping @Sendable (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Attaches `subscriber` to the publishers to come.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: FlatMapSubscriber<NewPublisher, Upstream.Output, S>(
                    downstream: subscriber, maxPublishers: maxPublishers, transform: transform))
        }
    }
}

extension Publishers.FlatMap: SynchronousPublisher
where Upstream: SynchronousPublisher, NewPublisher: SynchronousPublisher {
    /// Runs the publisher of each value.
    @inlinable @inline(__always)
    public func run<S: Publishers.Sequel>(_ sequel: inout S) where S.Input == Output, S.Failure == Failure {
        guard maxPublishers > .none else { return }
        var outer = OuterSequel(transform: transform, next: sequel)
        upstream.run(&outer)
        sequel = outer.next
    }

    @usableFromInline
    @frozen
    struct OuterSequel<Next: Publishers.Sequel>: Publishers.Sequel
    where Next.Input == Output, Next.Failure == Upstream.Failure {
        @usableFromInline let transform: @Sendable (Upstream.Output) -> NewPublisher
        @usableFromInline var next: Next

        @inlinable @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Output) -> NewPublisher, next: Next) {
            self.transform = transform
            self.next = next
        }

        @inlinable @inline(__always)
        mutating func take(_ input: Upstream.Output) -> Bool {
            var inner = InnerSequel(next: next)
            transform(input).run(&inner)
            next = inner.next
            return inner.isFinished
        }

        @inlinable @inline(__always)
        mutating func end(_ completion: Subscribers.Completion<Upstream.Failure>) { next.end(completion) }
    }

    @usableFromInline
    @frozen
    struct InnerSequel<Next: Publishers.Sequel>: Publishers.Sequel
    where Next.Input == Output, Next.Failure == Upstream.Failure {
        @usableFromInline var next: Next
        /// Whether this publisher came to a good end, so that the outer one goes on.
        @usableFromInline var isFinished = false

        @inlinable @inline(__always)
        init(next: Next) { self.next = next }

        @inlinable @inline(__always)
        mutating func take(_ input: NewPublisher.Output) -> Bool { next.take(input) }

        @inlinable @inline(__always)
        mutating func end(_ completion: Subscribers.Completion<Upstream.Failure>) {
            switch completion {
            case .finished: isFinished = true
            case .failure: next.end(completion)
            }
        }
    }
}

@available(*, unavailable)
extension Publishers.FlatMap.OuterSequel: Sendable {}

@available(*, unavailable)
extension Publishers.FlatMap.InnerSequel: Sendable {}
