extension Publisher {
    /// Gives a value in the place of a failure, and finishes.
    ///
    /// - Parameter output: The value.
    /// - Returns: A publisher that cannot fail.
    @inlinable
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/replaceError(with:)``.
    @frozen
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// It cannot fail.
        public typealias Failure = Never

        /// Where the values come from.
        public let upstream: Upstream
        /// What stands for a failure.
        public let output: Upstream.Output

        /// Works on the values of `upstream`.
        @inlinable
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches `subscriber`; the value waits until it is demanded.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            upstream.catch { [output] _ in Just(output) }.receive(subscriber: subscriber)
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}
