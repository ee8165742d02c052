extension Publisher {
    /// Publishes a value instead of a failure, and finishes.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let replaced = clock.publisher("a-b-#").replaceError(with: "x")
    /// print(clock.marbles(of: replaced))
    /// // prints a-b-(x|)
    /// ```
    ///
    /// - Parameter output: The value that replaces the failure.
    /// - Returns: A publisher of the same values that never fails.
    /// - Complexity: O(1) per value.
    @_alwaysEmitIntoClient
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/replaceError(with:)``.
    @frozen
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure; this publisher never fails.
        public typealias Failure = Never

        /// The upstream publisher.
        public let upstream: Upstream
        /// The value that replaces the failure.
        public let output: Upstream.Output

        /// Creates the publisher behind ``Publisher/replaceError(with:)`` of `upstream`, whose parameters are the same.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches `subscriber`; the replacement waits until it is demanded.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let output = output
            upstream.receive(subscriber: subscriber, resubscribingAs: "ReplaceError") { completion, resubscriber in
                guard case .failure = completion else { return false }
                Just(output).receive(subscriber: resubscriber.makeLast())
                return true
            }
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
