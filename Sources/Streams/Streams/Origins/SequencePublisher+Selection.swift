// The elements are known, so these overloads select from them when the operator is called. The types are Combine's.

extension Publishers.Sequence {
    /// Publishes only the elements that satisfy a predicate.
    ///
    /// - Parameter isIncluded: The closure that returns `true` for an element to publish, called immediately for every
    ///   element.
    /// - Returns: A publisher of the elements that satisfy the predicate.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func filter(_ isIncluded: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        var kept: [Output] = []
        kept.reserveCapacity(sequence.underestimatedCount)
        for element in sequence where isIncluded(element) { kept.append(element) }
        return Publishers.Sequence(sequence: kept)
    }

    /// Drops the first elements and publishes the ones after them.
    ///
    /// - Precondition: `count` is not negative.
    /// - Parameter count: The number of elements to drop; one by default.
    /// - Returns: A publisher of the remaining elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func dropFirst(_ count: Int = 1) -> Publishers.Sequence<DropFirstSequence<Elements>, Failure> {
        Publishers.Sequence(sequence: sequence.dropFirst(count))
    }

    /// Drops elements until one does not satisfy a predicate, and publishes that element and all later ones.
    ///
    /// - Parameter predicate: A closure that returns whether to drop an element, called immediately; not called again
    ///   after it has returned `false`.
    /// - Returns: A publisher of the remaining elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func drop(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence(sequence: Array(sequence.drop(while: predicate)))
    }

    /// Drops elements until one does not satisfy a predicate, and publishes that element and all later ones.
    ///
    /// - Parameter predicate: A closure that returns whether to drop an element, called immediately; not called again
    ///   after it has returned `false`.
    /// - Returns: A publisher of the remaining elements, which are not copied to an array.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func drop(
        while predicate: (Output) -> Bool
    ) -> Publishers.Sequence<DropWhileSequence<Elements>, Failure> where Elements.Iterator: Sendable {
        Publishers.Sequence(sequence: sequence.drop(while: predicate))
    }

    /// Publishes the first elements and then finishes.
    ///
    /// - Precondition: `maxLength` is not negative.
    /// - Parameter maxLength: The maximum number of elements to publish.
    /// - Returns: A publisher of at most `maxLength` elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prefix(_ maxLength: Int) -> Publishers.Sequence<PrefixSequence<Elements>, Failure> {
        Publishers.Sequence(sequence: sequence.prefix(maxLength))
    }

    /// Publishes elements while a closure returns `true`, and then finishes.
    ///
    /// The first element for which the closure returns `false` is not published.
    ///
    /// - Parameter predicate: The closure that decides whether publishing continues, called immediately; not called
    ///   again after it has returned `false`.
    /// - Returns: A publisher of the elements before the first rejected one.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prefix(while predicate: (Output) -> Bool) -> Publishers.Sequence<[Output], Failure> {
        Publishers.Sequence(sequence: sequence.prefix(while: predicate))
    }

    /// Publishes the first element that satisfies a predicate and then finishes.
    ///
    /// - Parameter predicate: A closure that returns whether an element satisfies the condition, called immediately;
    ///   not called again after it has returned `true`.
    /// - Returns: A publisher of at most one value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func first(where predicate: (Output) -> Bool) -> Output?.Publisher where Failure == Never {
        Output?.Publisher(sequence.first(where: predicate))
    }
}

extension Publishers.Sequence where Elements: Collection {
    /// Publishes the elements at a range of indices and then finishes.
    ///
    /// Indices outside the collection are ignored.
    ///
    /// - Parameter range: The indices of the elements, in terms of the collection's own indices.
    /// - Returns: A publisher of the elements at those indices.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func output(in range: Range<Elements.Index>) -> Publishers.Sequence<[Output], Failure> {
        let all = sequence.startIndex..<sequence.endIndex
        return Publishers.Sequence(sequence: Array(sequence[range.clamped(to: all)]))
    }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
    /// Publishes the first element and then finishes.
    ///
    /// - Returns: A publisher of one value, or of none if there are no elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func first() -> Output?.Publisher { Output?.Publisher(sequence.first) }

    /// Publishes the element at one index and then finishes.
    ///
    /// - Parameter index: The index of the element, in terms of the collection's own indices.
    /// - Returns: A publisher of one value, or of none if the collection does not contain `index`.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func output(at index: Elements.Index) -> Output?.Publisher {
        let all = sequence.startIndex..<sequence.endIndex
        return Output?.Publisher(all.contains(index) ? sequence[index] : nil)
    }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
    /// Publishes the last element.
    ///
    /// - Returns: A publisher of one value, or of none if there are no elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func last() -> Output?.Publisher { Output?.Publisher(sequence.last) }

    /// Publishes the last element that satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether an element satisfies the condition, called immediately
    ///   from the last element backwards; not called again after it has returned `true`.
    /// - Returns: A publisher of at most one value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func last(where predicate: (Output) -> Bool) -> Output?.Publisher {
        Output?.Publisher(sequence.last(where: predicate))
    }
}

// MARK: Prepending and appending

extension Publishers.Sequence where Elements: RangeReplaceableCollection {
    /// Publishes the given values before the elements of this publisher.
    ///
    /// - Parameter elements: The values that come first.
    /// - Returns: A publisher of `elements`, followed by these elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prepend(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { prepend(elements) }

    /// Publishes the elements of a sequence before the elements of this publisher.
    ///
    /// - Parameter elements: The sequence of the values that come first.
    /// - Returns: A publisher of `elements`, followed by these elements.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prepend<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where S.Element == Elements.Element {
        Publishers.Sequence(sequence: elements + sequence)
    }

    /// Publishes the elements of another publisher before those of this publisher.
    ///
    /// - Parameter publisher: The publisher whose elements come first.
    /// - Returns: A publisher of the elements of both.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prepend(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
        Publishers.Sequence(sequence: publisher.sequence + sequence)
    }

    /// Publishes the elements of this publisher and then the given values.
    ///
    /// - Parameter elements: The values that follow.
    /// - Returns: A publisher of these elements, followed by `elements`.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func append(_ elements: Output...) -> Publishers.Sequence<Elements, Failure> { append(elements) }

    /// Publishes the elements of this publisher and then the elements of a sequence.
    ///
    /// - Parameter elements: The sequence of the values that follow.
    /// - Returns: A publisher of these elements, followed by `elements`.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func append<S: Swift.Sequence>(_ elements: S) -> Publishers.Sequence<Elements, Failure>
    where S.Element == Elements.Element {
        Publishers.Sequence(sequence: sequence + elements)
    }

    /// Publishes the elements of this publisher and then those of another publisher.
    ///
    /// - Parameter publisher: The publisher whose elements follow.
    /// - Returns: A publisher of the elements of both.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func append(_ publisher: Publishers.Sequence<Elements, Failure>) -> Publishers.Sequence<Elements, Failure> {
        Publishers.Sequence(sequence: sequence + publisher.sequence)
    }
}
