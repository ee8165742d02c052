// Which of the elements: worked out at once, with the types of Combine.

extension Publishers.Sequence {
    /// The elements that are approved of.
    @_disfavoredOverload @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        var kept: [Output] = []
        kept.reserveCapacity(sequence.underestimatedCount)
        for element in sequence where isIncluded(element) { kept.append(element) }
        return Publishers.Sequence(sequence: kept)
    }

    /// The elements after the first ones.
    ///
    /// - Precondition: `count` is not negative.
    @_disfavoredOverload @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
        Publishers.Sequence(sequence: sequence.dropFirst(count))
    }

    /// The elements from the first that is not approved of, looked for at once.
    @_disfavoredOverload @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence(sequence: Array(sequence.drop(while: predicate)))
    }

    /// The elements from the first that is not approved of, looked for at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func drop(
        while predicate: (Output) -> Bool
    ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> where Elements.Iterator: Sendable {
        Publishers.Sequence(sequence: sequence.drop(while: predicate))
    }

    /// The first elements.
    ///
    /// - Precondition: `maxLength` is not negative.
    @_disfavoredOverload @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
        Publishers.Sequence(sequence: sequence.prefix(maxLength))
    }

    /// The elements before the first that is not approved of, looked for at once.
    @_disfavoredOverload @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence(sequence: sequence.prefix(while: predicate))
    }

    /// The first element that is approved of, looked for at once.
    @_disfavoredOverload @inlinable
    public func first(where predicate: (Output) -> Bool) -> Output?.Publisher where Failure == Never {
        Output?.Publisher(sequence.first(where: predicate))
    }
}

extension Publishers.Sequence where Elements: Collection {
    /// The elements at some indices; those beyond the elements are left out.
    @_disfavoredOverload @inlinable
    public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
        let all = sequence.startIndex..<sequence.endIndex
        return Publishers.Sequence(sequence: Array(sequence[range.clamped(to: all)]))
    }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
    /// The first element, if there is one.
    @_disfavoredOverload @inlinable
    public func first() -> Output?.Publisher { Output?.Publisher(sequence.first) }

    /// The element at an index, if there is one.
    @_disfavoredOverload @inlinable
    public func output(at index: Elements.Index) -> Output?.Publisher {
        let all = sequence.startIndex..<sequence.endIndex
        return Output?.Publisher(all.contains(index) ? sequence[index] : nil)
    }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
    /// The last element, if there is one.
    @_disfavoredOverload @inlinable
    public func last() -> Output?.Publisher { Output?.Publisher(sequence.last) }

    /// The last element that is approved of, looked for at once.
    @_disfavoredOverload @inlinable
    public func last(where predicate: (Output) -> Bool) -> Output?.Publisher {
        Output?.Publisher(sequence.last(where: predicate))
    }
}

// MARK: More elements

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
    /// Some elements, and then these.
    @_disfavoredOverload @inlinable
    public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { prepend(elements) }

    /// The elements of a sequence, and then these.
    @_disfavoredOverload @inlinable
    public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where S.Element == Elements.Element {
        Publishers.Sequence(sequence: elements + sequence)
    }

    /// The elements of another publisher, and then these.
    @_disfavoredOverload @inlinable
    public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
        Publishers.Sequence(sequence: publisher.sequence + sequence)
    }

    /// These elements, and then some more.
    @_disfavoredOverload @inlinable
    public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { append(elements) }

    /// These elements, and then those of a sequence.
    @_disfavoredOverload @inlinable
    public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where S.Element == Elements.Element {
        Publishers.Sequence(sequence: sequence + elements)
    }

    /// These elements, and then those of another publisher.
    @_disfavoredOverload @inlinable
    public func append(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
        Publishers.Sequence(sequence: sequence + publisher.sequence)
    }
}
