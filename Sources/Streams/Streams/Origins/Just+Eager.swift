// The value is known, so these overloads compute the result when the operator is called. The types are Combine's.

extension Just {
    /// Transforms the value with a closure.
    ///
    /// - Parameter transform: The closure that transforms the value, called immediately.
    /// - Returns: A publisher of the transformed value.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Just<T> {
        Just<T>(transform(output))
    }

    /// Transforms the value with a throwing closure.
    ///
    /// - Parameter transform: The closure that transforms the value, called immediately; an error that it throws is the
    ///   failure.
    /// - Returns: A publisher of the transformed value, which fails with the error of the closure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryMap<T: Sendable>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try transform(output) })
    }

    /// Changes the failure type; the closure is never called, because this publisher never fails.
    ///
    /// - Parameter transform: A closure that transforms a failure; it is not called.
    /// - Returns: A publisher of the same value that has the new failure type but never fails.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
        Result<Output, E>.Publisher(output)
    }

    /// Changes the failure type of a publisher that never fails.
    ///
    /// - Parameter failureType: The failure type that the downstream expects.
    /// - Returns: A publisher of the same value that has the failure type but never fails.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
        Result<Output, E>.Publisher(output)
    }

    /// Publishes the result of combining the value with an initial result.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value; it is not published itself.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately.
    /// - Returns: A publisher of one result.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
        Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
    }

    /// Publishes the result of combining the value with an initial result, by a closure that may throw.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value; it is not published itself.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately; an error
    ///     that it throws is the failure.
    /// - Returns: A publisher of one result, which fails with the error of the closure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
    }

    /// Combines the value with an initial result.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately.
    /// - Returns: A publisher of one result.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
        Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
    }

    /// Combines the value with an initial result by a closure that may throw.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately; an error
    ///     that it throws is the failure.
    /// - Returns: A publisher of one result, which fails with the error of the closure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
    }

    /// Publishes the value as an array.
    ///
    /// - Returns: A publisher of an array of one value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func collect() -> Just<[Output]> { Just<[Output]>([output]) }

    /// Publishes the number of values, which is 1.
    ///
    /// - Returns: A publisher of the number 1.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func count() -> Just<Int> { Just<Int>(1) }

    /// Drops the value and publishes only the completion.
    ///
    /// - Returns: A publisher that publishes no value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func ignoreOutput() -> Empty<Output, Never> { Empty<Output, Never>() }

    /// Returns this publisher, because it always publishes a value.
    ///
    /// - Parameter output: The value that would replace an empty stream; it is not used.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func replaceEmpty(with output: Output) -> Just<Output> { self }

    /// Returns this publisher, because it never fails.
    ///
    /// - Parameter output: The value that would replace a failure; it is not used.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func replaceError(with output: Output) -> Just<Output> { self }

    /// Returns this publisher, because it never fails.
    ///
    /// - Parameter times: The number of retries; it is not used.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func retry(_ times: Int) -> Just<Output> { self }
}

// MARK: Inspecting the value

extension Just {
    /// Publishes whether the value satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of one Boolean.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { Just<Bool>(predicate(output)) }

    /// Publishes whether the value satisfies a closure that may throw.
    ///
    /// - Parameter predicate: The closure that checks the value, called immediately; an error that it throws is the
    ///   failure.
    /// - Returns: A publisher of one Boolean, which fails with the error of the closure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error>.Publisher(Result { try predicate(output) })
    }

    /// Publishes whether the value satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of one Boolean.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { Just<Bool>(predicate(output)) }

    /// Publishes whether the value satisfies a closure that may throw.
    ///
    /// - Parameter predicate: The closure that checks the value, called immediately; an error that it throws is the
    ///   failure.
    /// - Returns: A publisher of one Boolean, which fails with the error of the closure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error>.Publisher(Result { try predicate(output) })
    }

    /// Returns this publisher, because its only value is the least.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is not called.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }

    /// Returns this publisher, because its only value is the greatest.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is not called.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }

    /// Returns this publisher, because one value has no duplicates.
    ///
    /// - Parameter predicate: A closure that returns `true` if its two arguments are duplicates; it is not called.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> { self }

    /// Publishes the same value, because one value has no duplicates.
    ///
    /// - Parameter predicate: A closure that returns `true` if its two arguments are duplicates; it is not called.
    /// - Returns: A publisher of the same value, which never fails.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryRemoveDuplicates(
        by predicate: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        Result<Output, any Error>.Publisher(output)
    }
}

extension Just where Output: Equatable {
    /// Publishes whether the value equals the given one.
    ///
    /// - Parameter output: The value to find.
    /// - Returns: A publisher of one Boolean.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func contains(_ output: Output) -> Just<Bool> { Just<Bool>(self.output == output) }

    /// Returns this publisher, because one value has no duplicates.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func removeDuplicates() -> Just<Output> { self }
}

extension Just where Output: Comparable {
    /// Returns this publisher, because its only value is the least.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func min() -> Just<Output> { self }

    /// Returns this publisher, because its only value is the greatest.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func max() -> Just<Output> { self }
}
