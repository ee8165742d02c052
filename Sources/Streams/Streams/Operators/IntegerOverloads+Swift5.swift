// The overloads of `IntegerOverloads.swift` for programs in Swift 5 mode, which pass operators such as `+` and `==`.

extension Publisher {
    /// Publishes the running result of combining each value with the previous result, an integer.
    ///
    /// - Parameters:
    ///   - initialResult: The previous result for the first value.
    ///   - nextPartialResult: A closure that combines the previous result and a value, called from any thread.
    /// - Returns: A publisher of the results, one for each value.
    /// - Complexity: O(1) memory.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func scan(
        _ initialResult: Int, _ nextPartialResult: consuming @escaping (Int, Output) -> Int
    ) -> Publishers.Scan<Self, Int> {
        nonisolated(unsafe) let combine = nextPartialResult
        return Publishers.Scan(upstream: self, initialResult: initialResult) { combine($0, $1) }
    }

    /// Publishes the result of combining all values, an integer, when upstream finishes.
    ///
    /// - Parameters:
    ///   - initialResult: The previous result for the first value, and the result when there is no value.
    ///   - nextPartialResult: A closure that combines the previous result and a value, called from any thread.
    /// - Returns: A publisher of one value.
    /// - Complexity: O(1) memory.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func reduce(
        _ initialResult: Int, _ nextPartialResult: consuming @escaping (Int, Output) -> Int
    ) -> Publishers.Reduce<Self, Int> {
        nonisolated(unsafe) let combine = nextPartialResult
        return Publishers.Reduce(upstream: self, initial: initialResult) { combine($0, $1) }
    }
}

extension Publisher where Output == Int {
    /// Publishes only values that differ from the previous value, compared by a closure.
    ///
    /// - Parameter predicate: The closure that returns `true` if its two arguments, the previous value and the new one,
    ///   are duplicates; it is called from any thread.
    /// - Returns: A publisher that drops consecutive duplicates; it ends with this publisher's completion.
    /// - Complexity: O(1) memory: the previous value is kept.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func removeDuplicates(
        by predicate: consuming @escaping (Int, Int) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        nonisolated(unsafe) let areDuplicates = predicate
        return Publishers.RemoveDuplicates(upstream: self) { areDuplicates($0, $1) }
    }

    /// Publishes the greatest value by a comparison closure when the upstream publisher finishes.
    ///
    /// Of several greatest values, the first one is published.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is called from any thread.
    /// - Returns: A publisher of one value, or of none if the upstream publisher had none.
    /// - Complexity: O(1) memory.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func max(by areInIncreasingOrder: consuming @escaping (Int, Int) -> Bool) -> Publishers.Comparison<Self> {
        nonisolated(unsafe) let areOrdered = areInIncreasingOrder
        return Publishers.Comparison(upstream: self) { areOrdered($0, $1) }
    }

    /// Publishes the least value by a comparison closure when the upstream publisher finishes.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is called from any thread.
    /// - Returns: A publisher of one value, or of none if the upstream publisher had none.
    /// - Complexity: O(1) memory.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func min(by areInIncreasingOrder: consuming @escaping (Int, Int) -> Bool) -> Publishers.Comparison<Self> {
        nonisolated(unsafe) let areOrdered = areInIncreasingOrder
        return Publishers.Comparison(upstream: self) { areOrdered($1, $0) }
    }
}
