// The value is known, so these overloads select it when the operator is called. The types are Combine's.

extension Just {
    /// Publishes the value only if it satisfies a predicate.
    ///
    /// - Parameter isIncluded: The closure that returns `true` if the value is to be published, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func filter(_ isIncluded: (Output) -> Bool) -> Output?.Publisher {
        Output?.Publisher(isIncluded(output) ? output : nil)
    }

    /// Transforms the value with a closure, and publishes the result only if it is not `nil`.
    ///
    /// - Parameter transform: The closure that transforms the value, or returns `nil` to drop it; called immediately.
    /// - Returns: A publisher of the result, or of none.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> T?.Publisher {
        T?.Publisher(transform(output))
    }

    /// Returns this publisher, because its only value is the first.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func first() -> Just<Output> { self }

    /// Publishes the value only if it satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func first(where predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }

    /// Returns this publisher, because its only value is the last.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func last() -> Just<Output> { self }

    /// Publishes the value only if it satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func last(where predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }

    /// Drops the value, unless the number of values to drop is 0.
    ///
    /// - Precondition: `count` is not negative.
    /// - Parameter count: The number of values to drop; one by default.
    /// - Returns: A publisher of the value if `count` is 0, otherwise of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func dropFirst(_ count: Int = 1) -> Output?.Publisher { Output?.Publisher(output).dropFirst(count) }

    /// Publishes the value only if it does not satisfy a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether to drop the value, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func drop(while predicate: (Output) -> Bool) -> Output?.Publisher {
        Output?.Publisher(predicate(output) ? nil : output)
    }

    /// Publishes the value, unless the maximum number of values is 0.
    ///
    /// - Precondition: `maxLength` is not negative.
    /// - Parameter maxLength: The maximum number of values to publish.
    /// - Returns: A publisher of the value, or of none if `maxLength` is 0.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prefix(_ maxLength: Int) -> Output?.Publisher { Output?.Publisher(output).prefix(maxLength) }

    /// Publishes the value only if it satisfies a predicate.
    ///
    /// - Parameter predicate: The closure that returns whether to publish the value, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prefix(while predicate: (Output) -> Bool) -> Output?.Publisher { filter(predicate) }

    /// Publishes the value if its position is the given one.
    ///
    /// - Precondition: `index` is not negative.
    /// - Parameter index: The position of the value to publish, counted from 0.
    /// - Returns: A publisher of the value if `index` is 0, otherwise of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func output(at index: Int) -> Output?.Publisher { Output?.Publisher(output).output(at: index) }

    /// Publishes the value if its position is in a range.
    ///
    /// - Parameter range: The positions of the values to publish, counted from 0.
    /// - Returns: A publisher of the value if `range` starts at 0 and is not empty, otherwise of none. A range that
    ///   starts below 0 is not an error here, as in Combine.
    @_alwaysEmitIntoClient
    public func output<R: RangeExpression>(in range: R) -> Output?.Publisher where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        return Output?.Publisher(range.lowerBound == 0 && !range.isEmpty ? output : nil)
    }

    /// Publishes the given values before the value of this publisher.
    ///
    /// - Parameter elements: The values that come first.
    /// - Returns: A publisher of `elements`, followed by this value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { prepend(elements) }

    /// Publishes the elements of a sequence before the value of this publisher.
    ///
    /// - Parameter elements: The sequence of the values that come first.
    /// - Returns: A publisher of `elements`, followed by this value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prepend<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
    where S.Element == Output {
        Publishers.Sequence(sequence: elements + [output])
    }

    /// Publishes the value of this publisher and then the given values.
    ///
    /// - Parameter elements: The values that follow.
    /// - Returns: A publisher of this value, followed by `elements`.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> { append(elements) }

    /// Publishes the value of this publisher and then the elements of a sequence.
    ///
    /// - Parameter elements: The sequence of the values that follow.
    /// - Returns: A publisher of this value, followed by `elements`.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func append<S: Sequence>(_ elements: S) -> Publishers.Sequence<[Output], Never>
    where S.Element == Output {
        Publishers.Sequence(sequence: [output] + elements)
    }
}
