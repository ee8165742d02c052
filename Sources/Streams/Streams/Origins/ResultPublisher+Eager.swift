// The result is known, so these overloads compute the new one when the operator is called. The types are Combine's.

extension Result.Publisher {
    /// Transforms the value with a closure.
    ///
    /// - Parameter transform: The closure that transforms the value, called immediately; it is not called for a
    ///   failure.
    /// - Returns: A publisher of the transformed value, or of the same failure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
        Result<T, Failure>.Publisher(result.map(transform))
    }

    /// Transforms the value with a throwing closure.
    ///
    /// - Parameter transform: The closure that transforms the value, called immediately; an error that it throws is the
    ///   failure.
    /// - Returns: A publisher of the transformed value, which fails with this publisher's failure or with the error of
    ///   the closure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryMap<T: Sendable>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result<T, any Error> { try transform(try result.get()) })
    }

    /// Transforms the failure with a closure.
    ///
    /// - Parameter transform: The closure that transforms the failure, called immediately; it is not called for a
    ///   value.
    /// - Returns: A publisher of the same value, or of the transformed failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
        Result<Success, E>.Publisher(result.mapError(transform))
    }

    /// Publishes the result of combining the value with an initial result.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value; it is not published itself.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately.
    /// - Returns: A publisher of one result, or of the same failure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// Publishes the result of combining the value with an initial result, by a closure that may throw.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value; it is not published itself.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately; an error
    ///     that it throws is the failure.
    /// - Returns: A publisher of one result, which fails with this publisher's failure or with the error of the
    ///   closure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    /// Combines the value with an initial result.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately.
    /// - Returns: A publisher of one result, or of the same failure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// Combines the value with an initial result by a closure that may throw.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately; an error
    ///     that it throws is the failure.
    /// - Returns: A publisher of one result, which fails with this publisher's failure or with the error of the
    ///   closure.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    /// Publishes the value as an array.
    ///
    /// - Returns: A publisher of an array of one value, or of the same failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }

    /// Publishes the number of values, which is 1.
    ///
    /// - Returns: A publisher of the number 1, or of the same failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }

    /// Drops the value, and as in Combine also the failure, and finishes.
    ///
    /// Overload resolution selects this function only if the context requires an `Empty`. Otherwise it selects the
    /// operator of ``Publisher``, which publishes the failure.
    ///
    /// - Returns: A publisher that finishes without a value or a failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func ignoreOutput() -> Empty<Output, Failure> { Empty<Output, Failure>() }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func first() -> Self { self }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func last() -> Self { self }

    /// Returns this publisher, because it always publishes a value or a failure.
    ///
    /// - Parameter output: The value that would replace an empty stream; it is not used.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func replaceEmpty(with output: Output) -> Self { self }

    /// Publishes a value instead of a failure, and finishes.
    ///
    /// - Parameter output: The value that replaces the failure.
    /// - Returns: A publisher of this publisher's value or, if it fails, of `output`.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
        Result<Output, Never>.Publisher(.success((try? result.get()) ?? output))
    }

    /// Returns this publisher, because a retry would have the same result.
    ///
    /// - Parameter times: The number of retries; it is not used.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func retry(_ times: Int) -> Self { self }
}

extension Result.Publisher where Failure == Never {
    /// Changes the failure type of a publisher that never fails.
    ///
    /// - Parameter failureType: The failure type that the downstream expects.
    /// - Returns: A publisher of the same value that has the failure type but never fails.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
        switch result {
        case .success(let value): Result<Success, E>.Publisher(value)
        }
    }
}

// MARK: Inspecting the value

extension Result.Publisher {
    /// Publishes whether the value satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of one Boolean, or of the same failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }

    /// Publishes whether the value satisfies a closure that may throw.
    ///
    /// - Parameter predicate: The closure that checks the value, called immediately; an error that it throws is the
    ///   failure.
    /// - Returns: A publisher of one Boolean, which fails with this publisher's failure or with the error of the
    ///   closure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// Publishes whether the value satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of one Boolean, or of the same failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }

    /// Publishes whether the value satisfies a closure that may throw.
    ///
    /// - Parameter predicate: The closure that checks the value, called immediately; an error that it throws is the
    ///   failure.
    /// - Returns: A publisher of one Boolean, which fails with this publisher's failure or with the error of the
    ///   closure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is not called.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is not called.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

    /// Publishes the same value or failure, because there is at most one value.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is not called.
    /// - Returns: A publisher of the same value, or of the same failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryMin(
        by areInIncreasingOrder: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryMap { $0 }
    }

    /// Publishes the same value or failure, because there is at most one value.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is not called.
    /// - Returns: A publisher of the same value, or of the same failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryMax(
        by areInIncreasingOrder: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryMap { $0 }
    }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Parameter predicate: A closure that returns `true` if its two arguments are duplicates; it is not called.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }

    /// Publishes the same value or failure, because there is at most one value.
    ///
    /// - Parameter predicate: A closure that returns `true` if its two arguments are duplicates; it is not called.
    /// - Returns: A publisher of the same value, or of the same failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func tryRemoveDuplicates(
        by predicate: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryMap { $0 }
    }
}

extension Result.Publisher where Output: Equatable {
    /// Publishes whether the value equals the given one.
    ///
    /// - Parameter output: The value to find.
    /// - Returns: A publisher of one Boolean, or of the same failure.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher { map { $0 == output } }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func removeDuplicates() -> Self { self }
}

extension Result.Publisher where Output: Comparable {
    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func min() -> Self { self }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func max() -> Self { self }
}
