extension Publisher {
    /// Drops all values and publishes only the completion.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let ended = clock.publisher("a-b-|").ignoreOutput()
    /// print(clock.marbles(of: ended))
    /// // prints ----|
    /// ```
    ///
    /// - Returns: A publisher that publishes no value.
    @_alwaysEmitIntoClient @inline(__always)
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> { Publishers.IgnoreOutput(upstream: self) }
}

extension Publishers {
    /// The publisher behind ``Publisher/ignoreOutput()``.
    @frozen
    public struct IgnoreOutput<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values: there are none.
        public typealias Output = Never
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher of the completion of `upstream`.
        ///
        /// - Parameter upstream: The upstream publisher.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work() }
    }
}

extension Publishers.IgnoreOutput {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @_alwaysEmitIntoClient @inline(__always) init() {}

        /// Drops a value.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> { .skip }
    }
}

extension Publishers.IgnoreOutput: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}
