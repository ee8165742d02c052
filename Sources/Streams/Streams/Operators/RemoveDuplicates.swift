extension Publisher {
    /// Passes on a value only when a closure finds it unlike the one before it.
    ///
    /// - Parameter predicate: Whether the second value repeats the first.
    /// - Returns: A publisher of the same values with repeats in a row left out.
    /// - Complexity: O(1) memory: one value is remembered.
    @preconcurrency @inlinable @inline(__always)
    public func removeDuplicates(
        by predicate: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }
}

extension Publisher where Output: Equatable {
    /// Passes on a value only when it differs from the one before it.
    ///
    /// - Returns: A publisher of the same values with repeats in a row left out.
    /// - Complexity: O(1) memory: one value is remembered.
    @inlinable @inline(__always)
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates { $0 == $1 }
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/removeDuplicates(by:)``.
    @frozen
    public struct RemoveDuplicates<Upstream: Publisher>: StepOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether the second value repeats the first.
        public let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(predicate: predicate) }
    }
}

extension Publishers.RemoveDuplicates {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let predicate: @Sendable (Upstream.Output, Upstream.Output) -> Bool
        @usableFromInline var last: Upstream.Output?

        @inlinable @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool) {
            self.predicate = predicate
            last = nil
        }

        /// Passes on `input` unless it repeats the value before it.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            if let last, predicate(last, input) { return .skip }
            last = input
            return .pass(input)
        }
    }
}

extension Publishers.RemoveDuplicates: SynchronousPublisher where Upstream: SynchronousPublisher {}
