extension Publisher {
    /// Passes on what a closure makes of each value and the last thing it made.
    ///
    /// - Parameters:
    ///   - initialResult: What stands for the last thing at first.
    ///   - nextPartialResult: Makes something of the last thing and a value. Fails when the closure throws.
    /// - Returns: A publisher of what was made.
    @preconcurrency @inlinable @inline(__always)
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryScan(_:_:)``.
    @frozen
    public struct TryScan<Upstream: Publisher, Output: Sendable>: StepOperator {
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What stands for the last thing at first.
        public let initialResult: Output
        /// What makes something of the last thing and a value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(initialResult: initialResult, nextPartialResult: nextPartialResult) }
    }
}

extension Publishers.TryScan {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = any Error

        @usableFromInline let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output
        @usableFromInline var last: Output

        @inlinable @inline(__always)
        init(initialResult: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output) {
            self.nextPartialResult = nextPartialResult
            last = initialResult
        }

        /// Passes on what the closure makes of `input` and the last thing.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            do {
                let next = try nextPartialResult(last, input)
                last = next
                return .pass(next)
            } catch { return .fail(error) }
        }
    }
}

extension Publishers.TryScan: SynchronousPublisher where Upstream: SynchronousPublisher {}
