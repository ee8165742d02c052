extension Publisher {
    /// Gives what a closure makes of all values, one after the other, at the end.
    ///
    /// - Parameters:
    ///   - initialResult: What is there before the first value.
    ///   - nextPartialResult: Makes something of what is there and a value. Fails when the closure throws.
    /// - Returns: A publisher of one value.
    @preconcurrency @inlinable @inline(__always)
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryReduce(_:_:)``.
    @frozen
    public struct TryReduce<Upstream: Publisher, Output: Sendable>: GatheringOperator {
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// What is there before the first value.
        public let initial: Output
        /// What makes something of what is there and a value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream, initial: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
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

extension Publishers.TryReduce {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.GatheringStep {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = any Error

        @usableFromInline let initial: Output
        @usableFromInline let nextPartialResult: @Sendable (Output, Upstream.Output) throws -> Output
        @usableFromInline var partial: Output

        @inlinable @inline(__always)
        init(initial: Output, nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output) {
            self.initial = initial
            self.nextPartialResult = nextPartialResult
            partial = initial
        }

        /// Makes something of what is there and `input`.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            do {
                partial = try nextPartialResult(partial, input)
                return .skip
            } catch { return .fail(error) }
        }

        /// What was made of all values.
        @inlinable @inline(__always)
        public mutating func result() -> Output? {
            partial
        }
    }
}

extension Publishers.TryReduce: SynchronousPublisher where Upstream: SynchronousPublisher {}
