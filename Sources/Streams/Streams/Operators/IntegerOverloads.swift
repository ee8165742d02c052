// Overloads for integers, which only reduce the work of the type checker. In the middle of a chain the solver does not
// know the type of a value yet, so a closure that combines two values, such as `$0 + $1` or `$0 == $1`, has about
// twenty interpretations, and the solver tries each again with every later operator. With known types there is one
// interpretation. The general overloads are disfavored, so that the search ends with the first solution that needs none
// of them.
//
// In Swift 5 mode an operator such as `+` is not a `@Sendable` function, and the compiler tries every other
// interpretation of the chain before it accepts the conversion with a warning. Overloads that are often called with an
// operator therefore have a second version for this mode, whose closure is not `@Sendable`: a program in Swift 5 mode
// is not checked for data races anyway.

extension Publisher {
    /// Publishes the running result of combining each value with the previous result, an integer.
    ///
    /// - Parameters:
    ///   - initialResult: The previous result for the first value.
    ///   - nextPartialResult: A closure that combines the previous result and a value.
    /// - Returns: A publisher of the results, one for each value.
    /// - Complexity: O(1) memory.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func scan(
        _ initialResult: Int, _ nextPartialResult: @escaping @Sendable (Int, Output) -> Int
    ) -> Publishers.Scan<Self, Int> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Publishes the running result of combining each value with the previous result, an integer, and fails when the
    /// closure throws.
    ///
    /// - Parameters:
    ///   - initialResult: The previous result for the first value.
    ///   - nextPartialResult: A closure that combines the previous result and a value.
    /// - Returns: A publisher of the results, one for each value.
    /// - Complexity: O(1) memory.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryScan(
        _ initialResult: Int, _ nextPartialResult: @escaping @Sendable (Int, Output) throws -> Int
    ) -> Publishers.TryScan<Self, Int> {
        Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Publishes the result of combining all values, an integer, when upstream finishes.
    ///
    /// - Parameters:
    ///   - initialResult: The previous result for the first value, and the result when there is no value.
    ///   - nextPartialResult: A closure that combines the previous result and a value.
    /// - Returns: A publisher of one value.
    /// - Complexity: O(1) memory.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func reduce(
        _ initialResult: Int, _ nextPartialResult: @escaping @Sendable (Int, Output) -> Int
    ) -> Publishers.Reduce<Self, Int> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Publishes the result of combining all values, an integer, when upstream finishes, and fails when the closure
    /// throws.
    ///
    /// - Parameters:
    ///   - initialResult: The previous result for the first value, and the result when there is no value.
    ///   - nextPartialResult: A closure that combines the previous result and a value.
    /// - Returns: A publisher of one value.
    /// - Complexity: O(1) memory.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryReduce(
        _ initialResult: Int, _ nextPartialResult: @escaping @Sendable (Int, Output) throws -> Int
    ) -> Publishers.TryReduce<Self, Int> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publisher where Output == Int {
    /// Transforms each value with a closure and publishes the results that are not `nil`.
    ///
    /// - Parameter transform: A closure that transforms a value; `nil` drops it.
    /// - Returns: A publisher of the results that are not `nil`.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func compactMap(_ transform: @escaping @Sendable (Int) -> Int?) -> Publishers.CompactMap<Self, Int> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// Publishes only values that differ from the previous value, compared by a closure.
    ///
    /// - Parameter predicate: The closure that returns `true` if its two arguments, the previous value and the new one,
    ///   are duplicates.
    /// - Returns: A publisher that drops consecutive duplicates; it ends with this publisher's completion.
    /// - Complexity: O(1) memory: the previous value is kept.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func removeDuplicates(
        by predicate: @escaping @Sendable (Int, Int) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// Publishes the greatest value by a comparison closure when the upstream publisher finishes.
    ///
    /// Of several greatest values, the first one is published.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second.
    /// - Returns: A publisher of one value, or of none if the upstream publisher had none.
    /// - Complexity: O(1) memory.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func max(
        by areInIncreasingOrder: @escaping @Sendable (Int, Int) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }

    /// Publishes the least value by a comparison closure when the upstream publisher finishes.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second.
    /// - Returns: A publisher of one value, or of none if the upstream publisher had none.
    /// - Complexity: O(1) memory.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func min(
        by areInIncreasingOrder: @escaping @Sendable (Int, Int) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
    }
}
