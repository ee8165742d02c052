extension Publisher {
    /// Drops the first values and publishes all later values.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let rest = clock.publisher("a-b-c|").dropFirst()
    /// print(clock.marbles(of: rest))
    /// // prints --b-c|
    /// ```
    ///
    /// - Precondition: `count` is not negative.
    /// - Parameter count: The number of values to drop; one by default.
    /// - Returns: A publisher of the remaining values.
    @_alwaysEmitIntoClient @inline(__always)
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> { Publishers.Drop(upstream: self, count: count) }
}

extension Publishers {
    /// The publisher behind ``Publisher/dropFirst(_:)``.
    @frozen
    public struct Drop<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The number of values to drop.
        public let count: Int

        /// Creates the publisher behind ``Publisher/dropFirst(_:)`` of `upstream`, whose parameters are the same.
        ///
        /// - Precondition: `count` is not negative.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, count: Int) {
            precondition(count >= 0, "count must not be negative")
            self.upstream = upstream
            self.count = count
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(count: count) }
    }
}

extension Publishers.Drop {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        @usableFromInline var left: Int

        @_alwaysEmitIntoClient @inline(__always)
        init(count: Int) { left = count }

        /// Drops a value if it is among the first values.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            if left > 0 {
                left -= 1
                return .skip
            }
            return .pass(input)
        }
    }
}

extension Publishers.Drop: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
