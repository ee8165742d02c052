extension Publisher {
    /// Leaves values out until another publisher gives one.
    ///
    /// ![A marble diagram of dropUntilOutput.](dropUntilOutput)
    ///
    /// - Parameter publisher: Whose first value opens the way; when it finishes without one, this finishes too.
    /// - Returns: A publisher of the values after.
    /// - Complexity: O(1) a value.
    @inlinable
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where P.Failure == Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/drop(untilOutputFrom:)``.
    @frozen
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of both.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whose first value opens the way.
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
            let gate = GateSubscriber(downstream: subscriber, opensOnSignal: true)
            other.receive(subscriber: GateSignal<Other.Output, Other.Failure, S>(gate: gate))
            upstream.receive(subscriber: gate)
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
