extension Publisher {
    /// Goes on with another publisher when this one fails.
    ///
    /// ![A marble diagram of catch.](catch)
    ///
    /// - Parameter handler: Makes the other publisher from the failure.
    /// - Returns: A publisher of the values of both.
    @preconcurrency @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) -> P
    ) -> Publishers.Catch<Self, P> where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/catch(_:)``.
    @frozen
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The values of both.
        public typealias Output = Upstream.Output
        /// The failure of the other publisher.
        public typealias Failure = NewPublisher.Failure

        /// Where the first values come from.
        public let upstream: Upstream
        /// Makes the other publisher from the failure.
        public let handler: @Sendable (Upstream.Failure) -> NewPublisher

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches `subscriber` to the first publisher, and on failure to the other.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let handler = handler
            upstream.receive(
                subscriber: ResubscribingSubscriber<S, Upstream.Failure>(
                    "Catch", downstream: subscriber,
                    convert: { _ in .finished },
                    succeed: { completion, succession in
                        guard case .failure(let failure) = completion else { return false }
                        handler(failure).receive(subscriber: succession.last)
                        return true
                    }))
        }
    }
}
