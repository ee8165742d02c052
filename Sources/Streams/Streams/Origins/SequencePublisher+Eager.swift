// The elements are known, so these overloads compute the result when the operator is called. The types are Combine's.

extension Publishers.Sequence {
    /// Transforms each element with a closure.
    ///
    /// - Parameter transform: The closure that transforms an element, called immediately for every element.
    /// - Returns: A publisher of the transformed elements.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.map(transform))
    }

    /// Transforms each element with a closure, and publishes only the results that are not `nil`.
    ///
    /// - Parameter transform: The closure that transforms an element, or returns `nil` to drop it; called immediately
    ///   for every element.
    /// - Returns: A publisher of the results that are not `nil`.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.compactMap(transform))
    }

    /// Replaces each `nil` with a value; as in Combine, the published values stay optional.
    ///
    /// Overload resolution selects this function only if the context requires its type. Otherwise it selects the
    /// operator of ``Publisher``, whose values are not optional.
    ///
    /// - Parameter output: The value that replaces `nil`.
    /// - Returns: A publisher of optional values, none of which is `nil`.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func replaceNil<T: Sendable>(with output: T) -> Publishers.Sequence<[Output], Failure>
    where Elements.Element == T? {
        Publishers.Sequence(sequence: sequence.map { $0 ?? output })
    }

    /// Publishes the running result of combining each element with the previous result.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first element; it is not published itself.
    ///   - nextPartialResult: The closure that combines the previous result with the next element, called immediately
    ///     for every element.
    /// - Returns: A publisher of one result per element.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Publishers.Sequence<[T], Failure> {
        var result = initialResult
        return map { element in
            result = nextPartialResult(result, element)
            return result
        }
    }

    /// Combines all elements into one result.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first element, published if there are no elements.
    ///   - nextPartialResult: The closure that combines the result so far with the next element, called immediately for
    ///     every element.
    /// - Returns: A publisher of one result.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Failure>.Publisher {
        Result<T, Failure>.Publisher(sequence.reduce(initialResult, nextPartialResult))
    }

    /// Combines all elements into one result with a closure that may throw.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the first element, published if there are no elements.
    ///   - nextPartialResult: The closure that combines the result so far with the next element, called immediately; an
    ///     error that it throws is the failure.
    /// - Returns: A publisher of one result, which fails with the error of the closure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try sequence.reduce(initialResult, nextPartialResult) })
    }

    /// Publishes all elements as one array.
    ///
    /// - Returns: A publisher of one array, which is empty if there are no elements.
    @_alwaysEmitIntoClient
    public func collect() -> Result<[Output], Failure>.Publisher {
        Result<[Output], Failure>.Publisher(Array(sequence))
    }

    /// Drops all elements and publishes only the completion.
    ///
    /// - Returns: A publisher that publishes no value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func ignoreOutput() -> Empty<Output, Failure> { Empty<Output, Failure>() }

    /// Changes the failure type of a publisher that never fails.
    ///
    /// - Parameter error: The failure type that the downstream expects.
    /// - Returns: A publisher of the same elements that has the failure type but never fails.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> where Failure == Never {
        Publishers.Sequence(sequence: sequence)
    }
}

// MARK: Inspecting the elements

extension Publishers.Sequence {
    /// Publishes whether all elements satisfy a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether an element satisfies the condition, called immediately;
    ///   not called again after it has returned `false`.
    /// - Returns: A publisher of one Boolean, which is `true` if there are no elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(sequence.allSatisfy(predicate))
    }

    /// Publishes whether all elements satisfy a closure that may throw.
    ///
    /// - Parameter predicate: The closure that checks an element, called immediately; an error that it throws is the
    ///   failure.
    /// - Returns: A publisher of one Boolean, which fails with the error of the closure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error>.Publisher(Result { try sequence.allSatisfy(predicate) })
    }

    /// Publishes whether an element satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether an element satisfies the condition, called immediately;
    ///   not called again after it has returned `true`.
    /// - Returns: A publisher of one Boolean, which is `false` if there are no elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(sequence.contains(where: predicate))
    }

    /// Publishes whether an element satisfies a closure that may throw.
    ///
    /// - Parameter predicate: The closure that checks an element, called immediately; an error that it throws is the
    ///   failure.
    /// - Returns: A publisher of one Boolean, which fails with the error of the closure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error>.Publisher(Result { try sequence.contains(where: predicate) })
    }

    /// Publishes the least element by a comparison closure.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second, called immediately.
    /// - Returns: A publisher of one value, or of none if there are no elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Output?.Publisher where Failure == Never {
        Output?.Publisher(sequence.min(by: areInIncreasingOrder))
    }

    /// Publishes the greatest element by a comparison closure.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second, called immediately.
    /// - Returns: A publisher of one value, or of none if there are no elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Output?.Publisher where Failure == Never {
        Output?.Publisher(sequence.max(by: areInIncreasingOrder))
    }
}

extension Publishers.Sequence where Elements.Element: Equatable {
    /// Publishes whether an element equals the given value.
    ///
    /// - Parameter output: The value to find.
    /// - Returns: A publisher of one Boolean.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(sequence.contains(output))
    }

    /// Publishes only elements that differ from the previous element.
    ///
    /// - Returns: A publisher of the elements without consecutive duplicates.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> {
        var kept: [Output] = []
        for element in sequence where element != kept.last { kept.append(element) }
        return Publishers.Sequence(sequence: kept)
    }
}

extension Publishers.Sequence where Elements.Element: Comparable, Failure == Never {
    /// Publishes the least element.
    ///
    /// - Returns: A publisher of one value, or of none if there are no elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func min() -> Output?.Publisher { Output?.Publisher(sequence.min()) }

    /// Publishes the greatest element.
    ///
    /// - Returns: A publisher of one value, or of none if there are no elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func max() -> Output?.Publisher { Output?.Publisher(sequence.max()) }
}

extension Publishers.Sequence where Elements: Collection {
    /// Publishes the number of elements.
    ///
    /// - Returns: A publisher of one number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func count() -> Result<Int, Failure>.Publisher { Result<Int, Failure>.Publisher(sequence.count) }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
    /// Publishes the number of elements.
    ///
    /// - Returns: A publisher of one number.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func count() -> Just<Int> { Just<Int>(sequence.count) }
}
