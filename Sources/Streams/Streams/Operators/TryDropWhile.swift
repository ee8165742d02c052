extension Publisher {
    /// Leaves values out until a closure disapproves of one.
    ///
    /// - Parameter predicate: Whether a value is left out; not asked again after its first no. Fails when the closure throws.
    /// - Returns: A publisher of the values from the first that is disapproved of.
    @preconcurrency @inlinable @inline(__always)
    public func tryDrop(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/tryDrop(while:)``.
    @frozen
    public struct TryDropWhile<Upstream: Publisher>: StepOperator {
        /// What goes on.
        public typealias Output = Upstream.Output
        /// How it may fail.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether a value is left out.
        public let predicate: @Sendable (Upstream.Output) throws -> Bool

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable @inline(__always)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(predicate: predicate) }
    }
}

extension Publishers.TryDropWhile {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = any Error

        @usableFromInline let predicate: @Sendable (Upstream.Output) throws -> Bool
        @usableFromInline var isDropping: Bool

        @inlinable @inline(__always)
        init(predicate: @escaping @Sendable (Upstream.Output) throws -> Bool) {
            self.predicate = predicate
            isDropping = true
        }

        /// Passes on `input` from the first disapproval on.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            do { if isDropping, try predicate(input) { return .skip } } catch { return .fail(error) }
            isDropping = false
            return .pass(input)
        }
    }
}

extension Publishers.TryDropWhile: SynchronousPublisher where Upstream: SynchronousPublisher {}
