extension Publisher {
    /// Subscribes again when this publisher fails.
    ///
    /// - Precondition: `retries` is not negative.
    /// - Parameter retries: How often; then the failure goes on.
    /// - Returns: A publisher of the values of all attempts.
    /// - Complexity: O(1) memory; a publisher that fails at once makes a loop and no recursion.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/retry(_:)``.
    @frozen
    public struct Retry<Upstream: Publisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How often it is subscribed again; `nil` for ever.
        public let retries: Int?

        /// Works on the values of `upstream`.
        ///
        /// - Precondition: `retries` is not negative.
        @inlinable
        public init(upstream: Upstream, retries: Int?) {
            precondition(retries ?? 0 >= 0, "retries must not be negative")
            self.upstream = upstream
            self.retries = retries
        }

        /// Attaches `subscriber`, and again when it fails.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (upstream, attempts) = (upstream, Attempts(retries))
            upstream.receive(
                subscriber: ResubscribingSubscriber("Retry", downstream: subscriber) { completion, succession in
                    guard case .failure = completion, attempts.next() else { return false }
                    upstream.receive(subscriber: succession)
                    return true
                })
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
