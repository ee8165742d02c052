extension Just {
    /// Makes something of the value at once, as in Combine.
    @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Just<T> {
        Just<T>(transform(output))
    }

    /// Makes something of the value at once, as in Combine.
    @inlinable
    public func tryMap<T: Sendable>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result { try transform(output) })
    }

    /// Looks at the value at once, as in Combine.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Output?.Publisher {
        Output?.Publisher(isIncluded(output) ? output : nil)
    }

    /// Makes something of the value at once, as in Combine.
    @inlinable
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> T?.Publisher {
        T?.Publisher(transform(output))
    }

    /// The value in an array.
    @inlinable
    public func collect() -> Just<[Output]> {
        Just<[Output]>([output])
    }

    /// One.
    @inlinable
    public func count() -> Just<Int> {
        Just<Int>(1)
    }

    /// The value, as it is the first.
    @inlinable
    public func first() -> Just<Output> {
        self
    }

    /// The value, as it is the last.
    @inlinable
    public func last() -> Just<Output> {
        self
    }

    /// Looks at the value at once, as in Combine.
    @inlinable
    public func first(where predicate: (Output) -> Bool) -> Output?.Publisher {
        filter(predicate)
    }

    /// Looks at the value at once, as in Combine.
    @inlinable
    public func last(where predicate: (Output) -> Bool) -> Output?.Publisher {
        filter(predicate)
    }

    /// Looks at the value at once, as in Combine.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
        Just<Bool>(predicate(output))
    }

    /// Looks at the value at once, as in Combine.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
        Just<Bool>(predicate(output))
    }

    /// Works on the value at once, as in Combine.
    @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Just<T> {
        Just<T>(nextPartialResult(initialResult, output))
    }

    /// Works on the value at once, as in Combine.
    @inlinable
    public func scan<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Just<T> {
        Just<T>(nextPartialResult(initialResult, output))
    }

    /// Nothing but the end.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Never> {
        Empty<Output, Never>()
    }

    /// The value, as it has no other to repeat.
    @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just<Output> {
        self
    }

    /// The value, as there is one.
    @inlinable
    public func replaceEmpty(with output: Output) -> Just<Output> {
        self
    }

    /// The value, as it cannot fail.
    @inlinable
    public func replaceError(with output: Output) -> Just<Output> {
        self
    }

    /// The value, as it cannot fail.
    @inlinable
    public func retry(_ times: Int) -> Just<Output> {
        self
    }

    /// The value, or nothing if the count is none.
    @inlinable
    public func prefix(_ maxLength: Int) -> Output?.Publisher {
        Output?.Publisher(maxLength > 0 ? output : nil)
    }

    /// Nothing, or the value if the count is none.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Output?.Publisher {
        Output?.Publisher(count > 0 ? nil : output)
    }

    /// The value, under the type of a failure that cannot come.
    @inlinable
    public func setFailureType<Failure: Error>(to failureType: Failure.Type) -> Result<Output, Failure>.Publisher {
        Result<Output, Failure>.Publisher(output)
    }
}

extension Just where Output: Equatable {
    /// Whether it is the value.
    @inlinable
    public func contains(_ output: Output) -> Just<Bool> {
        Just<Bool>(self.output == output)
    }

    /// The value, as it has no other to repeat.
    @inlinable
    public func removeDuplicates() -> Just<Output> {
        self
    }
}

extension Just where Output: Comparable {
    /// The value, as it is the least.
    @inlinable
    public func min() -> Just<Output> {
        self
    }

    /// The value, as it is the greatest.
    @inlinable
    public func max() -> Just<Output> {
        self
    }
}
