// What is known already is worked out at once, with the types of Combine: of no value nothing is made, not even a count.

extension Optional.Publisher {
    /// Makes something of the value at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> T?.Publisher { T?.Publisher(output.map(transform)) }

    /// Makes something of the value at once, unless that is nothing.
    @preconcurrency @_disfavoredOverload @inlinable
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> T?.Publisher {
        T?.Publisher(output.flatMap(transform))
    }

    /// Works on the value at once.
    @preconcurrency @_disfavoredOverload @inlinable
    public func scan<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> T?.Publisher {
        T?.Publisher(output.map { nextPartialResult(initialResult, $0) })
    }

    /// Works on the value at once; of no value nothing is made.
    @preconcurrency @_disfavoredOverload @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> T?.Publisher {
        T?.Publisher(output.map { nextPartialResult(initialResult, $0) })
    }

    /// The values in an array: one or none.
    @_disfavoredOverload @inlinable
    public func collect() -> [Output]?.Publisher { [Output]?.Publisher(output.map { [$0] } ?? []) }

    /// One; of no value nothing is made.
    @_disfavoredOverload @inlinable
    public func count() -> Int?.Publisher { Int?.Publisher(output.map { _ in 1 }) }

    /// Nothing but the end.
    @_disfavoredOverload @inlinable
    public func ignoreOutput() -> Empty<Output, Never> { Empty<Output, Never>() }

    /// The value, or another.
    @_disfavoredOverload @inlinable
    public func replaceEmpty(with output: Output) -> Just<Output> { Just<Output>(self.output ?? output) }

    /// The same, as it cannot fail.
    @_disfavoredOverload @inlinable
    public func replaceError(with output: Output) -> Self { self }

    /// The same, as it cannot fail.
    @_disfavoredOverload @inlinable
    public func retry(_ times: Int) -> Self { self }
}

// MARK: Looking at the value

extension Optional.Publisher {
    /// Whether the value is approved of, asked at once; of no value nothing is made.
    @_disfavoredOverload @inlinable
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Bool?.Publisher {
        Bool?.Publisher(output.map(predicate))
    }

    /// Whether the value is approved of, asked at once; of no value nothing is made.
    @_disfavoredOverload @inlinable
    public func contains(where predicate: (Output) -> Bool) -> Bool?.Publisher {
        Bool?.Publisher(output.map(predicate))
    }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }
}

extension Optional.Publisher where Wrapped: Equatable {
    /// Whether it is the value; of no value nothing is made.
    @_disfavoredOverload @inlinable
    public func contains(_ output: Output) -> Bool?.Publisher { Bool?.Publisher(self.output.map { $0 == output }) }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func removeDuplicates() -> Self { self }
}

extension Optional.Publisher where Wrapped: Comparable {
    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func min() -> Self { self }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func max() -> Self { self }
}

// MARK: Which of the values

extension Optional.Publisher {
    /// The value, if it is approved of.
    @_disfavoredOverload @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Self { Self(output.flatMap { isIncluded($0) ? $0 : nil }) }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func first() -> Self { self }

    /// The value, if it is approved of.
    @_disfavoredOverload @inlinable
    public func first(where predicate: (Output) -> Bool) -> Self { filter(predicate) }

    /// The same, as it has one value at most.
    @_disfavoredOverload @inlinable
    public func last() -> Self { self }

    /// The value, if it is approved of.
    @_disfavoredOverload @inlinable
    public func last(where predicate: (Output) -> Bool) -> Self { filter(predicate) }

    /// Nothing, or the same if the count is none.
    ///
    /// - Precondition: `count` is not negative.
    @_disfavoredOverload @inlinable
    public func dropFirst(_ count: Int = 1) -> Self {
        precondition(count >= 0, "count must not be negative")
        return Self(count > 0 ? nil : output)
    }

    /// The value, unless it is approved of.
    @_disfavoredOverload @inlinable
    public func drop(while predicate: (Output) -> Bool) -> Self { filter { !predicate($0) } }

    /// The same, or nothing if the length is none.
    ///
    /// - Precondition: `maxLength` is not negative.
    @_disfavoredOverload @inlinable
    public func prefix(_ maxLength: Int) -> Self {
        precondition(maxLength >= 0, "maxLength must not be negative")
        return Self(maxLength > 0 ? output : nil)
    }

    /// The value, if it is approved of.
    @_disfavoredOverload @inlinable
    public func prefix(while predicate: (Output) -> Bool) -> Self { filter(predicate) }

    /// The value, if the index is that of the first.
    ///
    /// - Precondition: `index` is not negative.
    @_disfavoredOverload @inlinable
    public func output(at index: Int) -> Self {
        precondition(index >= 0, "index must not be negative")
        return Self(index == 0 ? output : nil)
    }

    /// The value, if the range has the index of the first.
    ///
    /// - Precondition: `range` has no negative index.
    @_disfavoredOverload @inlinable
    public func output<R: RangeExpression>(in range: R) -> Self where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        precondition(range.lowerBound >= 0, "lowerBound must not be negative")
        return Self(range.contains(0) ? output : nil)
    }
}
