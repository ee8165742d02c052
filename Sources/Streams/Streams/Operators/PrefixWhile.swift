extension Publisher {
    /// Passes on values until a closure disapproves of one, and then finishes.
    ///
    /// - Parameter predicate: Whether a value goes on.
    /// - Returns: A publisher of the values before the first that is disapproved of.
    @preconcurrency @inlinable @inline(__always)
    public func prefix(
        while predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/prefix(while:)``.
    @frozen
    public struct PrefixWhile<Upstream: Publisher>: StepOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value goes on.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(predicate: predicate) }
    }
}

extension Publishers.PrefixWhile {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let predicate: @Sendable (Upstream.Output) -> Bool

        @inlinable @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.predicate = predicate
        }

        /// Passes on `input` if the closure approves.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            return predicate(input) ? .pass(input) : .finish
        }
    }
}

extension Publishers.PrefixWhile: SynchronousPublisher where Upstream: SynchronousPublisher {}
