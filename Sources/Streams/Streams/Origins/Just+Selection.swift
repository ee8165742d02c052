// Which of one value: worked out at once, as in Combine.

extension Just {
    /// The value, if it is approved of.
    @_disfavoredOverload @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Output?.Publisher {
        Output?.Publisher(isIncluded(output) ? output : nil)
    }

    /// What is made of the value, unless that is nothing.
    @preconcurrency @_disfavoredOverload @inlinable
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> T?.Publisher {
        T?.Publisher(transform(output))
    }

    /// The value, as it is the first.
    @_disfavoredOverload @inlinable
    public func first() -> Just<Output> { self }

    /// The value, if it is approved of.
    @_disfavoredOverload @inlinable
    public func first(where predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }

    /// The value, as it is the last.
    @_disfavoredOverload @inlinable
    public func last() -> Just<Output> { self }

    /// The value, if it is approved of.
    @_disfavoredOverload @inlinable
    public func last(where predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }

    /// Nothing, or the value if the count is none.
    ///
    /// - Precondition: `count` is not negative.
    @_disfavoredOverload @inlinable
    public func dropFirst(_ count: Int = 1) -> Output?.Publisher { Output?.Publisher(output).dropFirst(count) }

    /// The value, unless it is approved of.
    @_disfavoredOverload @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Output?.Publisher {
        Output?.Publisher(predicate(output) ? nil : output)
    }

    /// The value, or nothing if the length is none.
    ///
    /// - Precondition: `maxLength` is not negative.
    @_disfavoredOverload @inlinable
    public func prefix(_ maxLength: Int) -> Output?.Publisher { Output?.Publisher(output).prefix(maxLength) }

    /// The value, if it is approved of.
    @_disfavoredOverload @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }

    /// The value, if the index is that of the first.
    ///
    /// - Precondition: `index` is not negative.
    @_disfavoredOverload @inlinable
    public func output(at index: Int) -> Output?.Publisher { Output?.Publisher(output).output(at: index) }

    /// The value, if the range has the index of the first.
    ///
    /// - Precondition: `range` has no negative index.
    @_disfavoredOverload @inlinable
    public func output<R: RangeExpression>(in range: R) -> Output?.Publisher where R.Bound == Int {
        Output?.Publisher(output).output(in: range)
    }

    /// Some values, and then this one.
    @_disfavoredOverload @inlinable
    public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { prepend(elements) }

    /// The elements of a sequence, and then this value.
    @_disfavoredOverload @inlinable
    public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
    where S.Element == Output {
        Publishers.Sequence(sequence: elements + [output])
    }

    /// This value, and then some more.
    @_disfavoredOverload @inlinable
    public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { append(elements) }

    /// This value, and then the elements of a sequence.
    @_disfavoredOverload @inlinable
    public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
    where S.Element == Output {
        Publishers.Sequence(sequence: [output] + elements)
    }
}
