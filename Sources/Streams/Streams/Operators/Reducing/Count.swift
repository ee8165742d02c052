extension Publisher {
    /// Publishes the number of values when the upstream publisher finishes.
    ///
    /// ```swift
    /// _ = ["a", "b", "c"].publisher
    ///     .count()
    ///     .sink { print($0) }
    /// // prints 3
    /// ```
    ///
    /// - Returns: A publisher of one number.
    /// - Complexity: O(1) memory.
    @_alwaysEmitIntoClient @inline(__always)
    public func count() -> Publishers.Count<Self> { Publishers.Count(upstream: self) }
}

extension Publishers {
    /// The publisher behind ``Publisher/count()``.
    @frozen
    public struct Count<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Int
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher of the number of values of `upstream`.
        ///
        /// - Parameter upstream: The upstream publisher.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work() }
    }
}

extension Publishers.Count {
    /// The step that a subscription applies to each value; the closure of a ``Publishers/Reduce`` would cost more.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @usableFromInline var count = 0

        @_alwaysEmitIntoClient @inline(__always) init() {}

        /// Counts a value.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            count += 1
            return .skip
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { count }
    }
}

extension Publishers.Count: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.Count: Equatable where Upstream: Equatable {}
