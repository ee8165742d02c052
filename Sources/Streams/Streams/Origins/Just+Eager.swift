// What is known already is worked out at once: the types are those of Combine, and closures run when the operator is called.

extension Just {
    /// Makes something of the value at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Just<T> {
        Just<T>(transform(output))
    }

    /// Makes something of the value at once; what is thrown is the failure.
    @preconcurrency @_disfavoredOverload @inlinable
    public func tryMap<T: Sendable>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try transform(output) })
    }

    /// The value, under the type of a failure that cannot come; the closure is not called.
    @_disfavoredOverload @inlinable
    public func mapError<E: Error>(_ transform: (Never) -> E) -> Result<Output, E>.Publisher {
        Result<Output, E>.Publisher(output)
    }

    /// The value, under the type of a failure that cannot come.
    @_disfavoredOverload @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Result<Output, E>.Publisher {
        Result<Output, E>.Publisher(output)
    }

    /// Works on the value at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
        Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
    }

    /// Works on the value at once; what is thrown is the failure.
    @preconcurrency @_disfavoredOverload @inlinable
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
    }

    /// Works on the value at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Never>.Publisher {
        Result<T, Never>.Publisher(nextPartialResult(initialResult, output))
    }

    /// Works on the value at once; what is thrown is the failure.
    @preconcurrency @_disfavoredOverload @inlinable
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try nextPartialResult(initialResult, output) })
    }

    /// The value in an array.
    @_disfavoredOverload @inlinable
    public func collect() -> Just<[Output]> { Just<[Output]>([output]) }

    /// One.
    @_disfavoredOverload @inlinable
    public func count() -> Just<Int> { Just<Int>(1) }

    /// Nothing but the end.
    @_disfavoredOverload @inlinable
    public func ignoreOutput() -> Empty<Output, Never> { Empty<Output, Never>() }

    /// The value, as there is one.
    @_disfavoredOverload @inlinable
    public func replaceEmpty(with output: Output) -> Just<Output> { self }

    /// The value, as it cannot fail.
    @_disfavoredOverload @inlinable
    public func replaceError(with output: Output) -> Just<Output> { self }

    /// The value, as it cannot fail.
    @_disfavoredOverload @inlinable
    public func retry(_ times: Int) -> Just<Output> { self }
}

// MARK: Looking at the value

extension Just {
    /// Whether the value is approved of, asked at once.
    @_disfavoredOverload @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> { Just<Bool>(predicate(output)) }

    /// Whether the value is approved of, asked at once; what is thrown is the failure.
    @_disfavoredOverload @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error>.Publisher(Result { try predicate(output) })
    }

    /// Whether the value is approved of, asked at once.
    @_disfavoredOverload @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Just<Bool> { Just<Bool>(predicate(output)) }

    /// Whether the value is approved of, asked at once; what is thrown is the failure.
    @_disfavoredOverload @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error>.Publisher(Result { try predicate(output) })
    }

    /// The value, as it is the least.
    @_disfavoredOverload @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }

    /// The value, as it is the greatest.
    @_disfavoredOverload @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just<Output> { self }

    /// The value, as it has no other to repeat.
    @_disfavoredOverload @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> { self }

    /// The value, as it has no other to repeat.
    @_disfavoredOverload @inlinable
    public func tryRemoveDuplicates(
        by predicate: (Output, Output) throws -> Bool
    ) -> Result<Output, any Error>.Publisher {
        Result<Output, any Error>.Publisher(output)
    }
}

extension Just where Output: Equatable {
    /// Whether it is the value.
    @_disfavoredOverload @inlinable
    public func contains(_ output: Output) -> Just<Bool> { Just<Bool>(self.output == output) }

    /// The value, as it has no other to repeat.
    @_disfavoredOverload @inlinable
    public func removeDuplicates() -> Just<Output> { self }
}

extension Just where Output: Comparable {
    /// The value, as it is the least.
    @_disfavoredOverload @inlinable
    public func min() -> Just<Output> { self }

    /// The value, as it is the greatest.
    @_disfavoredOverload @inlinable
    public func max() -> Just<Output> { self }
}
