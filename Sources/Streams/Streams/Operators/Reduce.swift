extension Publisher {
    /// Gives what a closure makes of all values, one after the other, at the end.
    ///
    /// - Parameters:
    ///   - initialResult: What is there before the first value.
    ///   - nextPartialResult: Makes something of what is there and a value.
    /// - Returns: A publisher of one value.
    /// - Complexity: O(1) memory: the last result is kept.
    @preconcurrency @inlinable @inline(__always)
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/reduce(_:_:)``.
    @frozen
    public struct Reduce<Upstream: Publisher, Output: Sendable>: GatheringOperator {
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// What is there before the first value.
        public let initial: Output
        /// What makes something of what is there and a value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(initial: initial, nextPartialResult: nextPartialResult) }
    }
}

extension Publishers.Reduce {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let initial: Output
        @usableFromInline let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output
        @usableFromInline var partial: Output

        @inlinable @inline(__always)
        init(initial: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output) {
            self.initial = initial
            self.nextPartialResult = nextPartialResult
            partial = initial
        }

        /// Makes something of what is there and `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            partial = nextPartialResult(partial, input)
            return .skip
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            partial
        }
    }
}

extension Publishers.Reduce: SynchronousPublisher where Upstream: SynchronousPublisher {}
