// These overloads compute the result when the operator is called. As in Combine, most publish nothing without a value.

extension Optional.Publisher {
    /// Transforms the value, if there is one, with a closure.
    ///
    /// - Parameter transform: The closure that transforms the value, called immediately.
    /// - Returns: A publisher of the transformed value, or of none.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func map<T: Sendable>(_ transform: (Output) -> T) -> T?.Publisher { T?.Publisher(output.map(transform)) }

    /// Transforms the value, if there is one, with a closure, and publishes the result only if it is not `nil`.
    ///
    /// - Parameter transform: The closure that transforms the value, or returns `nil` to drop it; called immediately.
    /// - Returns: A publisher of the result, or of none.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> T?.Publisher {
        T?.Publisher(output.flatMap(transform))
    }

    /// Publishes the result of combining the value, if there is one, with an initial result.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value; it is not published itself.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately.
    /// - Returns: A publisher of the result, or of none if there is no value.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func scan<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> T?.Publisher {
        T?.Publisher(output.map { nextPartialResult(initialResult, $0) })
    }

    /// Combines the value, if there is one, with an initial result.
    ///
    /// Unlike the operator of ``Publisher``, it does not publish the initial result if there is no value.
    ///
    /// - Parameters:
    ///   - initialResult: The result before the value.
    ///   - nextPartialResult: The closure that combines the initial result with the value, called immediately.
    /// - Returns: A publisher of the result, or of none if there is no value.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> T?.Publisher {
        T?.Publisher(output.map { nextPartialResult(initialResult, $0) })
    }

    /// Publishes an array of the value, or an empty array if there is none.
    ///
    /// - Returns: A publisher of one array.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func collect() -> [Output]?.Publisher { [Output]?.Publisher(output.map { [$0] } ?? []) }

    /// Publishes the number 1 if there is a value.
    ///
    /// Unlike the operator of ``Publisher``, it does not publish 0 if there is no value.
    ///
    /// - Returns: A publisher of the number 1, or of none if there is no value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func count() -> Int?.Publisher { Int?.Publisher(output.map { _ in 1 }) }

    /// Drops the value and publishes only the completion.
    ///
    /// - Returns: A publisher that publishes no value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func ignoreOutput() -> Empty<Output, Never> { Empty<Output, Never>() }

    /// Publishes a value if this publisher has none.
    ///
    /// - Parameter output: The value that replaces an empty stream.
    /// - Returns: A publisher of this publisher's value or, if there is none, of `output`.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func replaceEmpty(with output: Output) -> Just<Output> { Just<Output>(self.output ?? output) }

    /// Returns this publisher, because it never fails.
    ///
    /// - Parameter output: The value that would replace a failure; it is not used.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func replaceError(with output: Output) -> Self { self }

    /// Returns this publisher, because it never fails.
    ///
    /// - Parameter times: The number of retries; it is not used.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func retry(_ times: Int) -> Self { self }
}

// MARK: Inspecting the value

extension Optional.Publisher {
    /// Publishes whether the value, if there is one, satisfies a predicate.
    ///
    /// Unlike the operator of ``Publisher``, it does not publish `true` if there is no value.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of one Boolean, or of none if there is no value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func allSatisfy(_ predicate: (Output) -> Bool) -> Bool?.Publisher {
        Bool?.Publisher(output.map(predicate))
    }

    /// Publishes whether the value, if there is one, satisfies a predicate.
    ///
    /// Unlike the operator of ``Publisher``, it does not publish `false` if there is no value.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of one Boolean, or of none if there is no value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func contains(where predicate: (Output) -> Bool) -> Bool?.Publisher {
        Bool?.Publisher(output.map(predicate))
    }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is not called.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Parameter areInIncreasingOrder: A closure that returns whether its first argument is ordered before its
    ///   second; it is not called.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Parameter predicate: A closure that returns `true` if its two arguments are duplicates; it is not called.
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }
}

extension Optional.Publisher where Wrapped: Equatable {
    /// Publishes whether the value, if there is one, equals the given one.
    ///
    /// Unlike the operator of ``Publisher``, it does not publish `false` if there is no value.
    ///
    /// - Parameter output: The value to find.
    /// - Returns: A publisher of one Boolean, or of none if there is no value.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func contains(_ output: Output) -> Bool?.Publisher { Bool?.Publisher(self.output.map { $0 == output }) }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func removeDuplicates() -> Self { self }
}

extension Optional.Publisher where Wrapped: Comparable {
    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func min() -> Self { self }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func max() -> Self { self }
}

// MARK: Selecting values

extension Optional.Publisher {
    /// Publishes the value only if it satisfies a predicate.
    ///
    /// - Parameter isIncluded: The closure that returns `true` if the value is to be published, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func filter(_ isIncluded: (Output) -> Bool) -> Self { Self(output.flatMap { isIncluded($0) ? $0 : nil }) }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func first() -> Self { self }

    /// Publishes the value only if it satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func first(where predicate: (Output) -> Bool) -> Self { filter(predicate) }

    /// Returns this publisher, because it has at most one value.
    ///
    /// - Returns: This publisher.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func last() -> Self { self }

    /// Publishes the value only if it satisfies a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether the value satisfies the condition, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func last(where predicate: (Output) -> Bool) -> Self { filter(predicate) }

    /// Drops the value, unless the number of values to drop is 0.
    ///
    /// - Precondition: `count` is not negative.
    /// - Parameter count: The number of values to drop; one by default.
    /// - Returns: A publisher of no value, or of the same value if `count` is 0.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func dropFirst(_ count: Int = 1) -> Self {
        precondition(count >= 0, "count must not be negative")
        return Self(count > 0 ? nil : output)
    }

    /// Publishes the value only if it does not satisfy a predicate.
    ///
    /// - Parameter predicate: A closure that returns whether to drop the value, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func drop(while predicate: (Output) -> Bool) -> Self { filter { !predicate($0) } }

    /// Publishes the value, unless the maximum number of values is 0.
    ///
    /// - Precondition: `maxLength` is not negative.
    /// - Parameter maxLength: The maximum number of values to publish.
    /// - Returns: A publisher of the same value, or of none if `maxLength` is 0.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prefix(_ maxLength: Int) -> Self {
        precondition(maxLength >= 0, "maxLength must not be negative")
        return Self(maxLength > 0 ? output : nil)
    }

    /// Publishes the value only if it satisfies a predicate.
    ///
    /// - Parameter predicate: The closure that returns whether to publish the value, called immediately.
    /// - Returns: A publisher of the value, or of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prefix(while predicate: (Output) -> Bool) -> Self { filter(predicate) }

    /// Publishes the value if its position is the given one.
    ///
    /// - Precondition: `index` is not negative.
    /// - Parameter index: The position of the value to publish, counted from 0.
    /// - Returns: A publisher of the same value if `index` is 0, otherwise of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func output(at index: Int) -> Self {
        precondition(index >= 0, "index must not be negative")
        return Self(index == 0 ? output : nil)
    }

    /// Publishes the value if its position is in a range.
    ///
    /// - Precondition: `range` contains no negative position.
    /// - Parameter range: The positions of the values to publish, counted from 0.
    /// - Returns: A publisher of the same value if `range` contains 0, otherwise of none.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func output<R: RangeExpression>(in range: R) -> Self where R.Bound == Int {
        let range = range.relative(to: 0..<Int.max)
        precondition(range.lowerBound >= 0, "lowerBound must not be negative")
        return Self(range.contains(0) ? output : nil)
    }
}
