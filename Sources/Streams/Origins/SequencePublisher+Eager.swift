extension Publishers.Sequence {
    /// Makes something of every element at once, as in Combine.
    @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.map(transform))
    }

    /// Makes something of every element at once, as in Combine.
    @inlinable
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> Publishers.Sequence<[T], Failure> {
        Publishers.Sequence(sequence: sequence.compactMap(transform))
    }

    /// Looks at every element at once, as in Combine.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        var kept: [Output] = []
        kept.reserveCapacity(sequence.underestimatedCount)
        for element in sequence where isIncluded(element) { kept.append(element) }
        return Publishers.Sequence(sequence: kept)
    }

    /// Works on every element at once, as in Combine.
    @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T)
        -> Result<T, Failure>.Publisher
    {
        Result<T, Failure>.Publisher(sequence.reduce(initialResult, nextPartialResult))
    }

    /// All elements in an array.
    @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher {
        Result<[Output], Failure>.Publisher(Array(sequence))
    }

    /// Looks at every element at once, as in Combine.
    @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(sequence.allSatisfy(predicate))
    }

    /// Looks at the elements at once, as in Combine.
    @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
        Result<Bool, Failure>.Publisher(sequence.contains(where: predicate))
    }

    /// Looks at the elements at once, as in Combine.
    @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence(sequence: Array(sequence.drop(while: predicate)))
    }

    /// The elements after the first ones.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
        Publishers.Sequence(sequence: sequence.dropFirst(count))
    }

    /// The first elements.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
        Publishers.Sequence(sequence: sequence.prefix(maxLength))
    }

    /// The elements before the first that is disapproved of, looked at at once.
    @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence(sequence: sequence.prefix(while: predicate))
    }

    /// Nothing but the end.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Failure> {
        Empty<Output, Failure>()
    }

    /// The same, under the type of another failure that cannot come.
    @inlinable
    public func setFailureType<E: Error>(to error: E.Type) -> Publishers.Sequence<Elements, E> where Failure == Never {
        Publishers.Sequence(sequence: sequence)
    }
}
