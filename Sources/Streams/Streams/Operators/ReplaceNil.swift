extension Publisher {
    /// Passes on another value in the place of `nil`.
    ///
    /// - Parameter output: What stands for `nil`.
    /// - Returns: A publisher of values that are not optional.
    @preconcurrency @inlinable @inline(__always)
    public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }
}
