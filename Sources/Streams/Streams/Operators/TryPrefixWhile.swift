extension Publisher {
    /// Passes on values until a closure disapproves of one, and then finishes.
    ///
    /// - Parameter predicate: Whether a value goes on. Fails when the closure throws.
    /// - Returns: A publisher of the values before the first that is disapproved of.
    @preconcurrency @inlinable @inline(__always)
    public func tryPrefix(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryPrefix(while:)``.
    @frozen
    public struct TryPrefixWhile<Upstream: Publisher>: StepOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value goes on.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(predicate: predicate) }
    }
}

extension Publishers.TryPrefixWhile {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = any Error

        @usableFromInline let predicate: @Sendable (Upstream.Output) throws -> Bool

        @inlinable @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.predicate = predicate
        }

        /// Passes on `input` if the closure approves.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            do { return try predicate(input) ? .pass(input) : .finish } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryPrefixWhile: SynchronousPublisher where Upstream: SynchronousPublisher {}
