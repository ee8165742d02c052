extension Publisher {
    /// Passes on the values that a closure approves of, and fails when the closure throws.
    ///
    /// - Parameter isIncluded: Whether a value goes on.
    /// - Returns: A publisher of the approved values.
    @preconcurrency @inlinable @inline(__always)
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryFilter(_:)``.
    @frozen
    public struct TryFilter<Upstream: Publisher>: StepOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value goes on.
        public let isIncluded: @Sendable (Upstream.Output) throws -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(isIncluded: isIncluded) }
    }
}

extension Publishers.TryFilter {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = any Error

        @usableFromInline let isIncluded: @Sendable (Upstream.Output) throws -> Bool

        @inlinable @inline(__always)
        init(isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.isIncluded = isIncluded
        }

        /// Passes on `input` if the closure approves.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            do { return try isIncluded(input) ? .pass(input) : .skip } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryFilter: SynchronousPublisher where Upstream: SynchronousPublisher {}
