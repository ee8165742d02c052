public import Synchronization

extension Publisher {
    /// Subscribes to this publisher again each time it fails, up to a number of retries.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let retried = clock.publisher("a-#").retry(1)
    /// print(clock.marbles(of: retried))
    /// // prints a-a-#
    /// ```
    ///
    /// - Parameter retries: The number of retries after the first attempt; the failure after the last one is passed on.
    ///   A negative number retries without limit, as in Combine.
    /// - Returns: A publisher of the values of all attempts; it ends with the completion of the last attempt.
    /// - Complexity: O(1) memory; a publisher that fails immediately causes a loop, not a recursion.
    @_alwaysEmitIntoClient
    public func retry(_ retries: Int) -> Publishers.Retry<Self> { Publishers.Retry(upstream: self, retries: retries) }
}

extension Publishers {
    /// The publisher behind ``Publisher/retry(_:)``.
    @frozen
    public struct Retry<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The number of retries after the first attempt; `nil` and a negative number retry without limit.
        public let retries: Int?

        /// Creates a publisher that subscribes to `upstream` again when it fails.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - retries: The number of retries after the first attempt; `nil` and a negative number retry without limit.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        /// Attaches `subscriber` to the upstream publisher, and again after each failure.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (upstream, attempts) = (upstream, Attempts(retries.flatMap { $0 < 0 ? nil : $0 }))
            upstream.receive(subscriber: subscriber, resubscribingAs: "Retry") { completion, resubscriber in
                guard case .failure = completion, attempts.take() != nil else { return false }
                upstream.receive(subscriber: AnySubscriber(box: resubscriber))
                return true
            }
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

/// A counter of the attempts that remain.
@usableFromInline
final class Attempts: Sendable {
    @usableFromInline let left: Atomic<Int>

    @_alwaysEmitIntoClient init(_ count: Int?) { left = Atomic(count ?? .max) }

    /// Uses one attempt and returns the number that remained, including this one; `nil` if none remained.
    @_alwaysEmitIntoClient @discardableResult func take() -> Int? {
        let count = left.wrappingSubtract(1, ordering: .relaxed).oldValue
        return count > 0 ? count : nil
    }
}
