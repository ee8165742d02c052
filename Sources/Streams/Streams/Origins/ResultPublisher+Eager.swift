// What is known already is worked out at once, with the types of Combine.

extension Result.Publisher {
    /// Makes something of the value at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
        Result<T, Failure>.Publisher(result.map(transform))
    }

    /// Makes something of the value at once; what is thrown is the failure.
    @preconcurrency @_disfavoredOverload @inlinable
    public func tryMap<T: Sendable>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result<T, any Error> { try transform(try result.get()) })
    }

    /// Makes something of the failure at once.
    @_disfavoredOverload @inlinable
    public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
        Result<Success, E>.Publisher(result.mapError(transform))
    }

    /// Works on the value at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// Works on the value at once; what is thrown is the failure.
    @preconcurrency @_disfavoredOverload @inlinable
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    /// Works on the value at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Failure>.Publisher {
        map { nextPartialResult(initialResult, $0) }
    }

    /// Works on the value at once; what is thrown is the failure.
    @preconcurrency @_disfavoredOverload @inlinable
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        tryMap { try nextPartialResult(initialResult, $0) }
    }

    /// The value in an array.
    @_disfavoredOverload @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }

    /// One, or the failure.
    @_disfavoredOverload @inlinable
    public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }

    /// Nothing but the end, for who wants an `Empty`: as in Combine, that loses the failure.
    ///
    /// Where the type is open, the operator of ``Publisher`` is taken, which keeps it.
    @_disfavoredOverload @inlinable
    public func ignoreOutput() -> Empty<Output, Failure> { Empty<Output, Failure>() }

    /// The same, as there is a value or a failure.
    @_disfavoredOverload @inlinable
    public func first() -> Self { self }

    /// The same, as there is a value or a failure.
    @_disfavoredOverload @inlinable
    public func last() -> Self { self }

    /// The same, as there is a value or a failure.
    @_disfavoredOverload @inlinable
    public func replaceEmpty(with output: Output) -> Self { self }

    /// The value, or another in the place of the failure.
    @_disfavoredOverload @inlinable
    public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
        Result<Output, Never>.Publisher(.success((try? result.get()) ?? output))
    }

    /// The same, as it would fail in the same way again.
    @_disfavoredOverload @inlinable
    public func retry(_ times: Int) -> Self { self }
}

extension Result.Publisher where Failure == Never {
    /// The value, under the type of a failure that cannot come.
    @_disfavoredOverload @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Success, E>.Publisher {
        switch result {
        case .success(let value): Result<Success, E>.Publisher(value)
        }
    }
}

// MARK: Looking at the value

extension Result.Publisher {
    /// Whether the value is approved of, asked at once.
    @_disfavoredOverload @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }

    /// Whether the value is approved of, asked at once; what is thrown is the failure.
    @_disfavoredOverload @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// Whether the value is approved of, asked at once.
    @_disfavoredOverload @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher { map(predicate) }

    /// Whether the value is approved of, asked at once; what is thrown is the failure.
    @_disfavoredOverload @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        tryMap(predicate)
    }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

    /// The same, as it has one value at most; the closure is not called.
    @_disfavoredOverload @inlinable
    public func tryMin(
        by areInIncreasingOrder: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryMap { $0 }
    }

    /// The same, as it has one value at most; the closure is not called.
    @_disfavoredOverload @inlinable
    public func tryMax(
        by areInIncreasingOrder: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryMap { $0 }
    }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }

    /// The same, as it has one value at most; the closure is not called.
    @_disfavoredOverload @inlinable
    public func tryRemoveDuplicates(
        by predicate: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        tryMap { $0 }
    }
}

extension Result.Publisher where Output: Equatable {
    /// Whether it is the value.
    @_disfavoredOverload @inlinable
    public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher { map { $0 == output } }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func removeDuplicates() -> Self { self }
}

extension Result.Publisher where Output: Comparable {
    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func min() -> Self { self }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func max() -> Self { self }
}
