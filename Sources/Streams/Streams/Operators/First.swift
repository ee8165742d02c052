extension Publisher {
    /// Publishes the first value and then finishes.
    ///
    /// Cancels the upstream publisher after the first value. Finishes without a value if the upstream publisher does.
    ///
    /// ```swift
    /// _ = (1...10).publisher
    ///     .first()
    ///     .sink { print($0) }
    /// // prints 1
    /// ```
    ///
    /// - Returns: A publisher of at most one value.
    @_alwaysEmitIntoClient @inline(__always)
    public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/first()``.
    @frozen
    public struct First<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher of the first value of `upstream`.
        ///
        /// - Parameter upstream: The upstream publisher.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work() }
    }
}

extension Publishers.First {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        /// The type of the upstream publisher's failure.
        public typealias InputFailure = Upstream.Failure

        @_alwaysEmitIntoClient @inline(__always)
        init() {}

        /// Publishes a value as the only value.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            .last(input)
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { nil }
    }
}

extension Publishers.First: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.First: Equatable where Upstream: Equatable {}
