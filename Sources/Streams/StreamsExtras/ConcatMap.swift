public import Streams

extension Publisher {
    /// Transforms each value into a publisher, and publishes the values of these publishers one after the other.
    ///
    /// ![A marble diagram of concatMap.](concatMap)
    ///
    /// This operator does not exist in Combine. A value waits until the publishers of all earlier values have finished.
    /// Values of an upstream publisher that drops values without demand, such as a subject, wait too.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let results = clock.publisher("ab|")
    ///     .concatMap { letter in clock.publisher("1-2|").map { letter + $0 } }
    /// print(clock.marbles(of: results))
    /// // prints [a1]-[a2][b1]-[b2]|
    /// ```
    ///
    /// - Parameter transform: A closure that returns the publisher for a value.
    /// - Returns: A publisher of the values of all new publishers, in upstream order. It fails as soon as the upstream
    ///   publisher or a new publisher fails.
    /// - Complexity: O(*n*) memory in the number of values that wait.
    @preconcurrency @inlinable
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        flatMap(maxPublishers: .max(1), transform)
    }
}
