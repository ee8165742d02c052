// What is known already is worked out at once, with the types of Combine: closures run when the operator is called.

extension Publishers.Sequence {
    /// Makes something of every element at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.map(transform))
    }

    /// Makes something of every element at once, and leaves out what is nothing.
    @preconcurrency @_disfavoredOverload @inlinable
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.compactMap(transform))
    }

    /// Puts a value in the place of nothing, and as in Combine keeps the element optional.
    ///
    /// Where the type is open, the operator of ``Publisher`` is taken, whose values are not optional.
    @preconcurrency @_disfavoredOverload @inlinable
    public func replaceNil<T: Sendable>(with output: T) -> Publishers.Sequence<[Output], Failure>
    where Elements.Element == T? {
        Publishers.Sequence(sequence: sequence.map { $0 ?? output })
    }

    /// Works on every element at once, and gives each result.
    @preconcurrency @_disfavoredOverload @inlinable
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Publishers.Sequence<[T], Failure> {
        var result = initialResult
        return map { element in
            result = nextPartialResult(result, element)
            return result
        }
    }

    /// Works on every element at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) -> T
    ) -> Result<T, Failure>.Publisher {
        Result<T, Failure>.Publisher(sequence.reduce(initialResult, nextPartialResult))
    }

    /// Works on every element at once; what is thrown is the failure.
    @preconcurrency @_disfavoredOverload @inlinable
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
    ) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try sequence.reduce(initialResult, nextPartialResult) })
    }

    /// All elements in an array.
    @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher {
        Result<[Output], Failure>.Publisher(Array(sequence))
    }

    /// Nothing but the end.
    @_disfavoredOverload @inlinable
    public func ignoreOutput() -> Empty<Output, Failure> { Empty<Output, Failure>() }

    /// The same, under the type of another failure that cannot come.
    @_disfavoredOverload @inlinable
    public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> where Failure == Never {
        Publishers.Sequence(sequence: sequence)
    }
}

// MARK: Looking at the elements

extension Publishers.Sequence {
    /// Whether every element is approved of, asked at once.
    @_disfavoredOverload @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(sequence.allSatisfy(predicate))
    }

    /// Whether every element is approved of, asked at once; what is thrown is the failure.
    @_disfavoredOverload @inlinable
    public func tryAllSatisfy(_ predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error>.Publisher(Result { try sequence.allSatisfy(predicate) })
    }

    /// Whether some element is approved of, asked at once.
    @_disfavoredOverload @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(sequence.contains(where: predicate))
    }

    /// Whether some element is approved of, asked at once; what is thrown is the failure.
    @_disfavoredOverload @inlinable
    public func tryContains(where predicate: (Output) throws -> Bool) -> Result<Bool, any Error>.Publisher {
        Result<Bool, any Error>.Publisher(Result { try sequence.contains(where: predicate) })
    }

    /// The least element, looked for at once.
    @_disfavoredOverload @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Output?.Publisher where Failure == Never {
        Output?.Publisher(sequence.min(by: areInIncreasingOrder))
    }

    /// The greatest element, looked for at once.
    @_disfavoredOverload @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Output?.Publisher where Failure == Never {
        Output?.Publisher(sequence.max(by: areInIncreasingOrder))
    }
}

extension Publishers.Sequence where Elements.Element: Equatable {
    /// Whether there is such an element, looked for at once.
    @_disfavoredOverload @inlinable
    public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(sequence.contains(output))
    }

    /// The elements without repeats in a row.
    @_disfavoredOverload @inlinable
    public func removeDuplicates() -> Publishers.Sequence<[Output], Failure> {
        var kept: [Output] = []
        for element in sequence where element != kept.last { kept.append(element) }
        return Publishers.Sequence(sequence: kept)
    }
}

extension Publishers.Sequence where Elements.Element: Comparable, Failure == Never {
    /// The least element, looked for at once.
    @_disfavoredOverload @inlinable
    public func min() -> Output?.Publisher { Output?.Publisher(sequence.min()) }

    /// The greatest element, looked for at once.
    @_disfavoredOverload @inlinable
    public func max() -> Output?.Publisher { Output?.Publisher(sequence.max()) }
}

extension Publishers.Sequence where Elements: Collection {
    /// How many elements there are.
    @_disfavoredOverload @inlinable
    public func count() -> Result<Int, Failure>.Publisher { Result<Int, Failure>.Publisher(sequence.count) }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
    /// How many elements there are.
    @_disfavoredOverload @inlinable
    public func count() -> Just<Int> { Just<Int>(sequence.count) }
}
