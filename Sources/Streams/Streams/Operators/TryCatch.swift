extension Publisher {
    /// Goes on with another publisher when this one fails, or fails when the closure throws.
    ///
    /// - Parameter handler: Makes the other publisher from the failure.
    /// - Returns: A publisher of the values of both.
    @preconcurrency @inlinable
    public func tryCatch<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) throws -> P
    ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryCatch(_:)``.
    @frozen
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The values of both.
        public typealias Output = Upstream.Output
        /// The failure of the other publisher, or what the closure throws.
        public typealias Failure = any Error

        /// Where the first values come from.
        public let upstream: Upstream
        /// Makes the other publisher from the failure.
        public let handler: @Sendable (Upstream.Failure) throws -> NewPublisher

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches `subscriber` to the first publisher, and on failure to the other.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
            let handler = handler
            upstream.receive(
                subscriber: ResubscribingSubscriber<S, Upstream.Failure>(
                    "TryCatch", downstream: subscriber,
                    convert: { $0.mapError { $0 } },
                    succeed: { completion, succession in
                        guard case .failure(let failure) = completion else { return false }
                        do {
                            try handler(failure).mapError { $0 as any Error }.receive(subscriber: succession.last)
                        } catch {
                            succession.end(.failure(error))
                        }
                        return true
                    }))
        }
    }
}
