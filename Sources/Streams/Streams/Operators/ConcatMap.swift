extension Publisher {
    /// Makes a publisher of each value, and passes on the values of one after the other.
    ///
    /// ![A marble diagram of concatMap.](concatMap)
    ///
    /// Not in Combine. A value waits until the publishers before it have finished, also one of a subject.
    ///
    /// - Parameter transform: Makes a publisher of a value.
    /// - Returns: A publisher of the values of all, in order.
    /// - Complexity: O(*n*) memory in the number of values that wait.
    @preconcurrency @inlinable
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        flatMap(maxPublishers: .max(1), transform)
    }
}
