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
    /// The `scan(_:_:)` for an integer result, whose parameters are the same.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func scan(
        _ initialResult: Int, _ nextPartialResult: @escaping @Sendable (Int, Output) -> Int
    ) -> Publishers.Scan<Self, Int> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }

    /// The `scan(_:_:)` for an integer result in Swift 5 mode, whose parameters are the same.
    /// Any thread may call the closure.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func scan(
        _ initialResult: Int, _ nextPartialResult: consuming @escaping (Int, Output) -> Int
    ) -> Publishers.Scan<Self, Int> {
        nonisolated(unsafe) let combine = nextPartialResult
        return Publishers.Scan(upstream: self, initialResult: initialResult) { combine($0, $1) }
    }

    /// The `tryScan(_:_:)` for an integer result, whose parameters are the same.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryScan(
        _ initialResult: Int, _ nextPartialResult: @escaping @Sendable (Int, Output) throws -> Int
    ) -> Publishers.TryScan<Self, Int> {
        Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }

    /// The `reduce(_:_:)` for an integer result, whose parameters are the same.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func reduce(
        _ initialResult: Int, _ nextPartialResult: @escaping @Sendable (Int, Output) -> Int
    ) -> Publishers.Reduce<Self, Int> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }

    /// The `reduce(_:_:)` for an integer result in Swift 5 mode, whose parameters are the same.
    /// Any thread may call the closure.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func reduce(
        _ initialResult: Int, _ nextPartialResult: consuming @escaping (Int, Output) -> Int
    ) -> Publishers.Reduce<Self, Int> {
        nonisolated(unsafe) let combine = nextPartialResult
        return Publishers.Reduce(upstream: self, initial: initialResult) { combine($0, $1) }
    }

    /// The `tryReduce(_:_:)` for an integer result, whose parameters are the same.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func tryReduce(
        _ initialResult: Int, _ nextPartialResult: @escaping @Sendable (Int, Output) throws -> Int
    ) -> Publishers.TryReduce<Self, Int> {
        Publishers.TryReduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}

extension Publisher where Output == Int {
    /// The `compactMap(_:)` for integers, whose parameters are the same.
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func compactMap(_ transform: @escaping @Sendable (Int) -> Int?) -> Publishers.CompactMap<Self, Int> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// The `removeDuplicates(by:)` for integers, whose parameters are the same.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func removeDuplicates(
        by predicate: @escaping @Sendable (Int, Int) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// The `removeDuplicates(by:)` for integers in Swift 5 mode, whose parameters are the same.
    /// Any thread may call the closure.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func removeDuplicates(
        by predicate: consuming @escaping (Int, Int) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        nonisolated(unsafe) let areDuplicates = predicate
        return Publishers.RemoveDuplicates(upstream: self) { areDuplicates($0, $1) }
    }

    /// The `max(by:)` for integers, whose parameters are the same.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func max(by areInIncreasingOrder: @escaping @Sendable (Int, Int) -> Bool) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }

    /// The `max(by:)` for integers in Swift 5 mode, whose parameters are the same.
    /// Any thread may call the closure.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func max(by areInIncreasingOrder: consuming @escaping (Int, Int) -> Bool) -> Publishers.Comparison<Self> {
        nonisolated(unsafe) let areOrdered = areInIncreasingOrder
        return Publishers.Comparison(upstream: self) { areOrdered($0, $1) }
    }

    /// The `min(by:)` for integers, whose parameters are the same.
    @available(swift, introduced: 6)
    @preconcurrency @_alwaysEmitIntoClient @inline(__always)
    public func min(by areInIncreasingOrder: @escaping @Sendable (Int, Int) -> Bool) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
    }

    /// The `min(by:)` for integers in Swift 5 mode, whose parameters are the same.
    /// Any thread may call the closure.
    @available(swift, obsoleted: 6)
    @_alwaysEmitIntoClient @inline(__always)
    public func min(by areInIncreasingOrder: consuming @escaping (Int, Int) -> Bool) -> Publishers.Comparison<Self> {
        nonisolated(unsafe) let areOrdered = areInIncreasingOrder
        return Publishers.Comparison(upstream: self) { areOrdered($1, $0) }
    }
}
