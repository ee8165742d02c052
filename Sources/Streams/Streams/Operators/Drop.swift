extension Publisher {
    /// Leaves out the first values.
    ///
    /// - Precondition: `count` is not negative.
    /// - Parameter count: How many.
    /// - Returns: A publisher of the values after them.
    @inlinable @inline(__always)
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/dropFirst(_:)``.
    @frozen
    public struct Drop<Upstream: Publisher>: StepOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How many are left out.
        public let count: Int

        /// Works on the values of `upstream`.
        ///
        /// - Precondition: `count` is not negative.
        @inlinable @inline(__always)
        public init(upstream: Upstream, count: Int) {
            precondition(count >= 0, "count must not be negative")
            self.upstream = upstream
            self.count = count
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(count: count) }
    }
}

extension Publishers.Drop {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let count: Int
        @usableFromInline var left: Int

        @inlinable @inline(__always)
        init(count: Int) {
            self.count = count
            left = count
        }

        /// Passes on `input` after the first ones.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            if left > 0 {
                left -= 1
                return .skip
            }
            return .pass(input)
        }
    }
}

extension Publishers.Drop: SynchronousPublisher where Upstream: SynchronousPublisher {}

extension Publishers.Drop: Equatable where Upstream: Equatable {}
