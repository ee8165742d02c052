extension Publisher {
    /// Gives a value when this publisher finishes without one.
    ///
    /// - Parameter output: The value.
    /// - Returns: A publisher of one value at least, unless it fails.
    @inlinable
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/replaceEmpty(with:)``.
    @frozen
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What stands for nothing.
        public let output: Upstream.Output

        /// Works on the values of `upstream`.
        @inlinable
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches `subscriber`; the value waits until it is demanded.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (output, hasValue) = (output, Attempts(1))
            upstream.handleEvents(receiveOutput: { _ in _ = hasValue.next() }).receive(
                subscriber: ResubscribingSubscriber("ReplaceEmpty", downstream: subscriber) { completion, succession in
                    guard case .finished = completion, hasValue.next() else { return false }
                    Result<Output, Failure>.Publisher(output).receive(subscriber: succession.last)
                    return true
                })
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
