extension Publisher {
    /// Passes on the first values, and then finishes.
    ///
    /// - Precondition: `maxLength` is not negative.
    /// - Parameter maxLength: How many.
    /// - Returns: A publisher of that many values at most.
    @inlinable @inline(__always)
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        precondition(maxLength >= 0, "maxLength must not be negative")
        return output(in: 0..<maxLength)
    }

    /// Passes on the value at a position, and then finishes.
    ///
    /// - Precondition: `index` is not negative.
    /// - Parameter index: The position, counted from 0.
    /// - Returns: A publisher of one value at most.
    @inlinable @inline(__always)
    public func output(at index: Int) -> Publishers.Output<Self> {
        precondition(index >= 0, "index must not be negative")
        return output(in: index...index)
    }

    /// Passes on the values at some positions, and then finishes.
    ///
    /// - Precondition: `range` has no negative position.
    /// - Parameter range: The positions, counted from 0.
    /// - Returns: A publisher of the values at those positions.
    @inlinable @inline(__always)
    public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/output(in:)``.
    @frozen
    public struct Output<Upstream: Publisher>: StepOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The positions that are passed on.
        public let range: CountableRange<Int>

        /// Works on the values of `upstream`.
        ///
        /// - Precondition: `range` has no negative position.
        @inlinable @inline(__always)
        public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(range.lowerBound >= 0, "lowerBound must not be negative")
            self.upstream = upstream
            self.range = range
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(range: range) }
    }
}

extension Publishers.Output {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let range: CountableRange<Int>
        @usableFromInline var position: Int

        @inlinable @inline(__always)
        init(range: CountableRange<Int>) {
            self.range = range
            position = 0
        }

        /// Whether nothing is to be passed on at all.
        @inlinable public var isOver: Bool { range.isEmpty }

        /// Passes on `input` if its position is in the range.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            defer { position += 1 }
            if position < range.lowerBound { return .skip }
            return position + 1 >= range.upperBound ? .last(input) : .pass(input)
        }
    }
}

extension Publishers.Output: SynchronousPublisher where Upstream: SynchronousPublisher {}

extension Publishers.Output: Equatable where Upstream: Equatable {}
