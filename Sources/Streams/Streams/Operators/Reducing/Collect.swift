extension Publisher {
    /// Publishes all values as one array when the upstream publisher finishes.
    ///
    /// The array is empty if there were no values. If the upstream publisher fails, only the failure is published.
    ///
    /// ```swift
    /// _ = [1, 2, 3].publisher
    ///     .collect()
    ///     .sink { print($0) }
    /// // prints [1, 2, 3]
    /// ```
    ///
    /// - Returns: A publisher of one array.
    /// - Complexity: O(*n*) memory in the number of values.
    @_alwaysEmitIntoClient @inline(__always)
    public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}

extension Publishers {
    /// The publisher behind ``Publisher/collect()``.
    @frozen
    public struct Collect<Upstream: Publisher>: _GatheringOperator {
        /// The type of the published values.
        public typealias Output = [Upstream.Output]
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher of one array of all values of `upstream`.
        ///
        /// - Parameter upstream: The upstream publisher.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work() }
    }
}

extension Publishers.Collect {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._GatheringStep {
        @usableFromInline var values: [Upstream.Output] = []

        @_alwaysEmitIntoClient @inline(__always) init() {}

        /// Appends a value to the array.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            values.append(input)
            return .skip
        }

        /// Returns the value to publish when the upstream publisher finishes.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { values }
    }
}

extension Publishers.Collect: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
