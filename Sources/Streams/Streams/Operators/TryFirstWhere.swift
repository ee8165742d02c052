extension Publisher {
    /// Gives the first value that a closure approves of, and then finishes.
    ///
    /// - Parameter predicate: Whether a value is what is looked for. Fails when the closure throws.
    /// - Returns: A publisher of one value at most.
    @preconcurrency @inlinable @inline(__always)
    public func tryFirst(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryFirst(where:)``.
    @frozen
    public struct TryFirstWhere<Upstream: Publisher>: GatheringOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value is what is looked for.
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

extension Publishers.TryFirstWhere {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = any Error

        @usableFromInline let predicate: @Sendable (Upstream.Output) throws -> Bool

        @inlinable @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.predicate = predicate
        }

        /// Looks at `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            do { return try predicate(input) ? .last(input) : .skip } catch { return .fail(error) }
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            nil
        }
    }
}

extension Publishers.TryFirstWhere: SynchronousPublisher where Upstream: SynchronousPublisher {}
