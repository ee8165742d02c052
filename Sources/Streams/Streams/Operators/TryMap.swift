extension Publisher {
    /// Passes on what a closure makes of each value, and fails when the closure throws.
    ///
    /// - Parameter transform: Makes something of a value.
    /// - Returns: A publisher of what was made.
    @preconcurrency @inlinable @inline(__always)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryMap(_:)``.
    @frozen
    public struct TryMap<Upstream: Publisher, Output: Sendable>: StepOperator {
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What makes something of a value.
        public let transform: @Sendable (Upstream.Output) throws -> Output

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(transform: transform) }
    }
}

extension Publishers.TryMap {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = any Error

        @usableFromInline let transform: @Sendable (Upstream.Output) throws -> Output

        @inlinable @inline(__always)
        init(transform: @escaping @Sendable (Upstream.Output) throws -> Output) {
            self.transform = transform
        }

        /// Passes on what the closure makes of `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            do { return .pass(try transform(input)) } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryMap: SynchronousPublisher where Upstream: SynchronousPublisher {}
