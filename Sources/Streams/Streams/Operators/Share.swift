extension Publisher {
    /// Subscribes once for all subscribers: with the first, until the last has cancelled.
    ///
    /// ![A marble diagram of share.](share)
    ///
    /// - Returns: One publisher, by identity, that gives each value to whoever is subscribed.
    /// - Complexity: O(*s*) a value in the number of subscribers.
    @inlinable
    public func share() -> Publishers.Share<Self> {
        Publishers.Share(upstream: self)
    }

    /// Subscribes once for all subscribers, and gives late ones the last values first.
    ///
    /// ![A marble diagram of shareReplay.](shareReplay)
    ///
    /// - Parameter count: How many values are kept for late subscribers.
    /// - Returns: One publisher, by identity.
    /// - Complexity: O(*s*) a value in the number of subscribers; O(`count`) memory.
    @inlinable
    public func share(replay count: Int) -> Publishers.ShareReplay<Self> {
        Publishers.ShareReplay(upstream: self, count: count)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/share()``.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        @usableFromInline let inner:
            Autoconnect<Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>>

        /// Works on the values of `upstream`.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
            inner = upstream.multicast(subject: PassthroughSubject()).autoconnect()
        }

        /// Attaches `subscriber`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            inner.receive(subscriber: subscriber)
        }

        /// Whether both are the same publisher.
        public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
    }

    /// The publisher behind ``Publisher/share(replay:)``.
    public final class ShareReplay<Upstream: Publisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        @usableFromInline let inner: Autoconnect<Multicast<Upstream, ReplaySubject<Upstream.Output, Upstream.Failure>>>

        /// Works on the values of `upstream`.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            inner = upstream.multicast(subject: ReplaySubject(bufferSize: count)).autoconnect()
        }

        /// Attaches `subscriber`, which gets the last values first.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            inner.receive(subscriber: subscriber)
        }
    }
}
