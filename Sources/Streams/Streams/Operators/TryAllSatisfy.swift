extension Publisher {
    /// Gives `false` as soon as a closure disapproves of a value, or `true` at the end.
    ///
    /// - Parameter predicate: Whether a value is as it should be. Fails when the closure throws.
    /// - Returns: A publisher of one value.
    @preconcurrency @inlinable @inline(__always)
    public func tryAllSatisfy(
        _ predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryAllSatisfy(_:)``.
    @frozen
    public struct TryAllSatisfy<Upstream: Publisher>: GatheringOperator {
        /// What goes on.
        public typealias Output = Bool
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value is as it should be.
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

extension Publishers.TryAllSatisfy {
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
            do { return try predicate(input) ? .skip : .last(false) } catch { return .fail(error) }
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            true
        }
    }
}

extension Publishers.TryAllSatisfy: SynchronousPublisher where Upstream: SynchronousPublisher {}
