extension Publisher where Output: Equatable {
    /// Publishes whether any value equals the given value.
    ///
    /// Publishes `true`, cancels the upstream publisher and finishes at the first equal value. Publishes `false` if the
    /// upstream publisher finishes first.
    ///
    /// ```swift
    /// _ = (1...10).publisher
    ///     .contains(4)
    ///     .sink { print($0) }
    /// // prints true
    /// ```
    ///
    /// - Parameter output: The value to find.
    /// - Returns: A publisher of one Boolean.
    /// - Complexity: O(1) memory.
    @_disfavoredOverload @_alwaysEmitIntoClient @inline(__always)
    public func contains(_ output: Output) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/contains(_:)``.
    @frozen
    public struct Contains<Upstream: Publisher>: _GatheringOperator where Upstream.Output: Equatable {
        /// The type of the published values.
        public typealias Output = Bool
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The value to find.
        public let output: Upstream.Output

        /// Creates the publisher behind ``Publisher/contains(_:)`` of `upstream`, whose parameters are the same.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(output: output) }
    }
}

extension Publishers.Contains {
    /// The step that a subscription applies to each value; a closure with the value to find would be allocated.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @usableFromInline let output: Upstream.Output

        @_alwaysEmitIntoClient @inline(__always)
        init(output: Upstream.Output) { self.output = output }

        /// Compares a value with the value to find.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            input == output ? .last(true) : .skip
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { false }
    }
}

extension Publishers.Contains: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.Contains: Equatable where Upstream: Equatable {}
