extension Publisher {
    /// Shares one subscription to this publisher among all subscribers.
    ///
    /// ![A marble diagram of share.](share)
    ///
    /// The first subscriber subscribes to this publisher; when the last subscriber cancels, this subscription is
    /// cancelled. A late subscriber misses earlier values; `share(replay:)` replays some of them.
    ///
    /// ```swift
    /// let subject = PassthroughSubject<Int, Never>()
    /// let shared = subject
    ///     .handleEvents(receiveOutput: { print("computed \($0)") })
    ///     .share()
    /// let first = shared.sink { print("first \($0)") }
    /// let second = shared.sink { print("second \($0)") }
    /// subject.send(1)
    /// // prints computed 1, first 1, second 1
    /// ```
    ///
    /// - Returns: A class instance that publishes each value to all current subscribers; it ends with this publisher's
    ///   completion.
    /// - Complexity: O(*s*) per value in the number of subscribers.
    @_alwaysEmitIntoClient
    public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
    /// The publisher behind ``Publisher/share()``.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        @usableFromInline let inner:
            Autoconnect<Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>>

        /// Creates a publisher that shares one subscription to `upstream`.
        ///
        /// - Parameter upstream: The upstream publisher.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream) {
            self.upstream = upstream
            inner = upstream.multicast(subject: PassthroughSubject()).autoconnect()
        }

        /// Attaches `subscriber`; see ``Publisher``, whose parameters are the same.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            inner.receive(subscriber: subscriber)
        }

        /// Whether two values are the same instance.
        ///
        /// - Parameters:
        ///   - lhs: A shared publisher.
        ///   - rhs: Another shared publisher.
        /// - Returns: `true` if both are the same instance.
        public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
    }
}
