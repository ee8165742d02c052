extension Publisher {
    /// Passes on values until another publisher gives one, and then finishes.
    ///
    /// ![A marble diagram of prefixUntilOutput.](prefixUntilOutput)
    ///
    /// - Parameter publisher: Whose first value ends it; its end does not.
    /// - Returns: A publisher of the values before.
    /// - Complexity: O(1) a value.
    @inlinable
    public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/prefix(untilOutputFrom:)``.
    @frozen
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whose first value ends it.
        public let other: Other

        /// Works on the values of `upstream`.
        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches `subscriber` to upstream, and listens to the other publisher first.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let gate = GateSubscriber(downstream: subscriber, opensOnSignal: false)
            other.receive(subscriber: GateSignal<Other.Output, Other.Failure, S>(gate: gate))
            upstream.receive(subscriber: gate)
        }
    }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
