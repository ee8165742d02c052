extension Publisher {
    /// Publishes a value if this publisher finishes without a value.
    ///
    /// ```swift
    /// _ = Empty<Int, Never>()
    ///     .replaceEmpty(with: 0)
    ///     .sink { print($0) }
    /// // prints 0
    /// ```
    ///
    /// - Parameter output: The value that replaces an empty stream.
    /// - Returns: A publisher of at least one value, unless this publisher fails; the failure is passed on.
    /// - Complexity: O(1) per value.
    @_alwaysEmitIntoClient
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/replaceEmpty(with:)``.
    @frozen
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The value that replaces an empty stream.
        public let output: Upstream.Output

        /// Creates the publisher behind ``Publisher/replaceEmpty(with:)`` of `upstream`, whose parameters are the same.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches `subscriber`; the replacement waits until it is demanded.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (output, hasValue) = (output, Attempts(1))
            let watched = upstream.handleEvents(receiveOutput: { _ in hasValue.take() })
            watched.receive(subscriber: subscriber, resubscribingAs: "ReplaceEmpty") { completion, resubscriber in
                guard case .finished = completion, hasValue.take() != nil else { return false }
                Result<Output, Failure>.Publisher(output).receive(subscriber: resubscriber.makeLast())
                return true
            }
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
