extension Publisher {
    /// Replaces a failed publisher with another publisher, which a closure that may throw creates.
    ///
    /// ```swift
    /// _ = Fail<Int, CancellationError>(error: CancellationError())
    ///     .tryCatch { error in
    ///         if Task.isCancelled { throw error }
    ///         return Just(0)
    ///     }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 0, finished
    /// ```
    ///
    /// - Parameter handler: The closure that returns the publisher to continue with. An error that it throws fails the
    ///   stream.
    /// - Returns: A publisher of the values of both publishers; it fails with the failure of the second publisher, or
    ///   with the error that the closure throws.
    /// - Complexity: O(1) per value.
    @preconcurrency @_alwaysEmitIntoClient
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
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure: the failure of the second publisher, or the error that the closure throws.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// The closure that returns the publisher to continue with.
        public let handler: @Sendable (Upstream.Failure) throws -> NewPublisher

        /// Creates the publisher behind ``Publisher/tryCatch(_:)`` of `upstream`, whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches `subscriber` to the upstream publisher, and after a failure to the replacement.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
            let handler = handler
            upstream.receive(subscriber: subscriber, resubscribingAs: "TryCatch") { completion, resubscriber in
                guard case .failure(let failure) = completion else { return false }
                do {
                    let successor = try handler(failure)
                    let last = resubscriber.makeLast()
                    // Without an intermediate operator, a nested `tryCatch` can replace this subscriber.
                    if let last = last as? AnySubscriber<Output, NewPublisher.Failure> {
                        successor.receive(subscriber: last)
                    } else {
                        successor.mapError { $0 as any Error }.receive(subscriber: last)
                    }
                } catch {
                    resubscriber.finish(error)
                }
                return true
            }
        }
    }
}
