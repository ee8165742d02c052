extension Publisher {
    /// Replaces a failed upstream publisher with another publisher.
    ///
    /// ![A marble diagram of catch.](catch)
    ///
    /// ```swift
    /// _ = Fail<Int, CancellationError>(error: CancellationError())
    ///     .catch { _ in [1, 2].publisher }
    ///     .sink { print($0) }
    /// // prints 1, 2
    /// ```
    ///
    /// - Parameter handler: A closure that returns the replacement publisher for a failure.
    /// - Returns: A publisher of the upstream values, followed after a failure by the values of the replacement.
    @preconcurrency @_alwaysEmitIntoClient
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
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure of the replacement publisher.
        public typealias Failure = NewPublisher.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that returns the replacement publisher for a failure.
        public let handler: @Sendable (Upstream.Failure) -> NewPublisher

        /// Creates the publisher behind ``Publisher/catch(_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches `subscriber` to the upstream publisher, and after a failure to the replacement.
        ///
        /// Demand that the upstream publisher did not meet carries over to the replacement.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let handler = handler
            upstream.receive(subscriber: subscriber, resubscribingAs: "Catch") { completion, resubscriber in
                guard case .failure(let failure) = completion else { return false }
                handler(failure).receive(subscriber: resubscriber.makeLast())
                return true
            }
        }
    }
}
