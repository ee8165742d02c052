extension Publisher {
    /// Publishes values in arrays of a fixed size.
    ///
    /// When the upstream publisher finishes, the remaining values are published as a shorter array.
    ///
    /// ```swift
    /// _ = (1...5).publisher
    ///     .collect(2)
    ///     .sink { print($0) }
    /// // prints [1, 2], [3, 4], [5]
    /// ```
    ///
    /// - Precondition: `count` is positive.
    /// - Parameter count: The number of values in an array.
    /// - Returns: A publisher of arrays of at most `count` values.
    /// - Complexity: O(`count`) memory.
    @_alwaysEmitIntoClient
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/collect(_:)-(Int)``.
    @frozen
    public struct CollectByCount<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = [Upstream.Output]
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The number of values in an array.
        public let count: Int

        /// Creates a publisher of the values of `upstream` in arrays of `count` values; see
        /// ``Publisher/collect(_:)-(Int)``, whose parameters are the same.
        ///
        /// - Precondition: `count` is positive.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "an array needs a size")
            self.upstream = upstream
            self.count = count
        }

        /// Attaches `subscriber`; a demand for one array becomes an upstream demand for `count` values.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: AnySubscriber(
                    box: StepSubscriber<_Work, ReleasableBox<_Work>>(
                        _makeStep(), downstream: AnySubscriber(subscriber).box)))
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(groupSize: count) }
    }
}

extension Publishers.CollectByCount {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        /// The number of values in an array.
        public let groupSize: Int
        @usableFromInline var values: [Upstream.Output] = []

        @_alwaysEmitIntoClient @inline(__always)
        init(groupSize: Int) { self.groupSize = groupSize }

        /// Appends a value, and publishes a full array.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            values.append(input)
            return .group(values.count < groupSize ? nil : takeFull())
        }

        /// Returns the full array, and reserves space for the next array, which is likely to follow.
        @_alwaysEmitIntoClient
        mutating func takeFull() -> Output {
            let full = values
            values = []
            values.reserveCapacity(groupSize)
            return full
        }

        /// Returns the last array, which is not full.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func result() -> Output? { values.isEmpty ? nil : values }
    }
}

extension Publishers.CollectByCount: _SynchronousPublisher where Upstream: _SynchronousPublisher {
    /// Publishes all values to `sink`; the implementation for a step that has groups and a result.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        runWithResult(&sink)
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}
