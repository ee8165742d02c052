extension Publisher {
    /// Publishes the first values and then finishes.
    ///
    /// ```swift
    /// _ = (1...10).publisher
    ///     .prefix(3)
    ///     .sink { print($0) }
    /// // prints 1, 2, 3
    /// ```
    ///
    /// - Precondition: `maxLength` is not negative.
    /// - Parameter maxLength: The maximum number of values to publish.
    /// - Returns: A publisher of at most `maxLength` values.
    @_alwaysEmitIntoClient @inline(__always)
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        precondition(maxLength >= 0, "maxLength must not be negative")
        return output(in: 0..<maxLength)
    }

    /// Publishes the value at one position and then finishes.
    ///
    /// ```swift
    /// _ = ["a", "b", "c"].publisher
    ///     .output(at: 1)
    ///     .sink { print($0) }
    /// // prints b
    /// ```
    ///
    /// - Precondition: `index` is not negative.
    /// - Parameter index: The position of the value, counted from 0.
    /// - Returns: A publisher of at most one value.
    @_alwaysEmitIntoClient @inline(__always)
    public func output(at index: Int) -> Publishers.Output<Self> {
        precondition(index >= 0, "index must not be negative")
        // A half-open range cannot contain `Int.max`, which no publisher reaches.
        let last = index == .max ? index - 1 : index
        return Publishers.Output(upstream: self, range: last..<last + 1)
    }

    /// Publishes the values at a range of positions and then finishes.
    ///
    /// ```swift
    /// _ = ["a", "b", "c", "d"].publisher
    ///     .output(in: 1...2)
    ///     .sink { print($0) }
    /// // prints b, c
    /// ```
    ///
    /// - Precondition: `range` contains no negative position.
    /// - Parameter range: The positions of the values, counted from 0.
    /// - Returns: A publisher of the values at those positions.
    @_alwaysEmitIntoClient @inline(__always)
    public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        // A range that contains `Int.max` has no half-open form.
        let isWhole = range.contains(.max)
        let start = (range as? ClosedRange<Int>)?.lowerBound ?? (range as? PartialRangeFrom<Int>)?.lowerBound ?? 0
        return Publishers.Output(upstream: self, range: isWhole ? start..<Int.max : range.relative(to: 0..<Int.max))
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/output(in:)``, ``Publisher/output(at:)`` and ``Publisher/prefix(_:)``.
    @frozen
    public struct Output<Upstream: Publisher>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The positions of the values to publish, counted from 0.
        public let range: CountableRange<Int>

        /// Creates the publisher behind ``Publisher/output(in:)`` of `upstream`, whose parameters are the same.
        ///
        /// - Precondition: `range` contains no negative position.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(range.lowerBound >= 0, "lowerBound must not be negative")
            self.upstream = upstream
            self.range = range
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(range: range) }
    }
}

extension Publishers.Output {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step {
        @usableFromInline let range: CountableRange<Int>
        @usableFromInline var position = 0

        @_alwaysEmitIntoClient @inline(__always)
        init(range: CountableRange<Int>) { self.range = range }

        /// Whether the range is empty, so that the publisher finishes without a value.
        @_alwaysEmitIntoClient public var isOver: Bool { range.isEmpty }

        /// Publishes a value if its position is in the range.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            defer { position += 1 }
            if position < range.lowerBound { return .skip }
            return position + 1 >= range.upperBound ? .last(input) : .pass(input)
        }
    }
}

extension Publishers.Output: _SynchronousPublisher where Upstream: _SynchronousPublisher {}

extension Publishers.Output: Equatable where Upstream: Equatable {}
