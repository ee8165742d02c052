extension Publisher {
    /// Passes on what a closure makes of each value and the last thing it made.
    ///
    /// - Parameters:
    ///   - initialResult: What stands for the last thing at first.
    ///   - nextPartialResult: Makes something of the last thing and a value.
    /// - Returns: A publisher of what was made.
    /// - Complexity: O(1) memory: the last result is kept.
    @preconcurrency @inlinable @inline(__always)
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/scan(_:_:)``.
    @frozen
    public struct Scan<Upstream: Publisher, Output: Sendable>: StepOperator {
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What stands for the last thing at first.
        public let initialResult: Output
        /// What makes something of the last thing and a value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
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

extension Publishers.Scan {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output
        @usableFromInline var last: Output

        @inlinable @inline(__always)
        init(initialResult: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output) {
            self.nextPartialResult = nextPartialResult
            last = initialResult
        }

        /// Passes on what the closure makes of `input` and the last thing.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            let next = nextPartialResult(last, input)
            last = next
            return .pass(next)
        }
    }
}

extension Publishers.Scan: SynchronousPublisher where Upstream: SynchronousPublisher {}
