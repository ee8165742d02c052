extension Publisher {
    /// Replaces each `nil` with a value.
    ///
    /// ```swift
    /// _ = [1, nil, 3].publisher
    ///     .replaceNil(with: 0)
    ///     .sink { print($0) }
    /// // prints 1, 0, 3
    /// ```
    ///
    /// - Parameter output: The value that replaces `nil`.
    /// - Returns: A publisher of values that are not optional; it ends with this publisher's completion.
    /// - Complexity: O(1) per value.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }
}
