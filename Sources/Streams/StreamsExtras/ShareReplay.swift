public import Streams

extension Publisher {
    /// Shares one subscription to this publisher among all subscribers, and replays the latest values to late
    /// subscribers.
    ///
    /// ![A marble diagram of shareReplay.](shareReplay)
    ///
    /// This operator does not exist in Combine.
    ///
    /// ```swift
    /// let subject = PassthroughSubject<Int, Never>()
    /// let shared = subject.share(replay: 1)
    /// let first = shared.sink { print("first \($0)") }
    /// subject.send(1)
    /// let second = shared.sink { print("second \($0)") }
    /// subject.send(2)
    /// // prints first 1, second 1, first 2, second 2
    /// ```
    ///
    /// - Parameter count: The maximum number of values that are kept for late subscribers.
    /// - Returns: A class instance that publishes each value to all current subscribers; it ends with this publisher's
    ///   completion.
    /// - Complexity: O(*s*) per value in the number of subscribers; O(`count`) memory, besides the values that
    ///   a subscriber has not demanded yet.
    @inlinable
    public func share(replay count: Int) -> Publishers.ShareReplay<Self> {
        Publishers.ShareReplay(upstream: self, capacity: count)
    }
}

extension Publishers {
    /// The publisher behind `share(replay:)`.
    public final class ShareReplay<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        @usableFromInline
        let inner:
            Publishers.Autoconnect<Publishers.Multicast<Upstream, ReplaySubject<Upstream.Output, Upstream.Failure>>>

        /// Creates a publisher that shares one subscription to `upstream` and replays its latest values.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - capacity: The maximum number of values that are kept for late subscribers.
        @inlinable
        public init(upstream: Upstream, capacity: Int) {
            self.upstream = upstream
            inner = upstream.multicast(subject: ReplaySubject(capacity: capacity)).autoconnect()
        }

        /// Attaches `subscriber`, which receives the kept values first; see `Publisher`, whose parameters are the same.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            inner.receive(subscriber: subscriber)
        }
    }
}
