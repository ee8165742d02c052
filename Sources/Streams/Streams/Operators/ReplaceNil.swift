extension Publisher {
    /// Replaces each `nil` with a value.
    ///
    /// - Parameter output: The value that replaces `nil`.
    /// - Returns: A publisher of values that are not optional; it ends with this publisher's completion.
    /// - Complexity: O(1) per value.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }
}
