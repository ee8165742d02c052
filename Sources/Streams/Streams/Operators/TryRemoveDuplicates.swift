extension Publisher {
    /// Passes on a value only when a closure finds it unlike the one before it.
    ///
    /// - Parameter predicate: Whether the second value repeats the first. Fails when the closure throws.
    /// - Returns: A publisher of the same values with repeats in a row left out.
    /// - Complexity: O(1) memory: one value is remembered.
    @preconcurrency @inlinable @inline(__always)
    public func tryRemoveDuplicates(
        by predicate: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryRemoveDuplicates(by:)``.
    @frozen
    public struct TryRemoveDuplicates<Upstream: Publisher>: StepOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether the second value repeats the first.
        public let predicate: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(
            upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(predicate: predicate) }
    }
}

extension Publishers.TryRemoveDuplicates {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = any Error

        @usableFromInline let predicate: @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
        @usableFromInline var last: Upstream.Output?

        @inlinable @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool) {
            self.predicate = predicate
            last = nil
        }

        /// Passes on `input` unless it repeats the value before it.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            do { if let last, try predicate(last, input) { return .skip } } catch { return .fail(error) }
            last = input
            return .pass(input)
        }
    }
}

extension Publishers.TryRemoveDuplicates: SynchronousPublisher where Upstream: SynchronousPublisher {}
