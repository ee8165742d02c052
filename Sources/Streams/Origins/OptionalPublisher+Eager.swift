extension Optional.Publisher {
    /// Makes something of the value at once, as in Combine.
    @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> T?.Publisher {
        T?.Publisher(output.map(transform))
    }

    /// Makes something of the value at once, as in Combine.
    @inlinable
    public func compactMap<T: Sendable>(_ transform: (Output) -> T?) -> T?.Publisher {
        T?.Publisher(output.flatMap(transform))
    }

    /// Looks at the value at once, as in Combine.
    @inlinable
    public func filter(_ isIncluded: (Output) -> Bool) -> Self {
        Self(output.flatMap { isIncluded($0) ? $0 : nil })
    }

    /// The values in an array: one or none.
    @inlinable
    public func collect() -> Just<[Output]> {
        Just<[Output]>(output.map { [$0] } ?? [])
    }

    /// One, or none.
    @inlinable
    public func count() -> Just<Int> {
        Just<Int>(output == nil ? 0 : 1)
    }

    /// The same.
    @inlinable
    public func first() -> Self {
        self
    }

    /// The same.
    @inlinable
    public func last() -> Self {
        self
    }

    /// Works on the value at once, as in Combine.
    @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: (T, Output) -> T) -> Just<T> {
        Just<T>(output.map { nextPartialResult(initialResult, $0) } ?? initialResult)
    }

    /// The value, or another.
    @inlinable
    public func replaceEmpty(with output: Output) -> Just<Output> {
        Just<Output>(self.output ?? output)
    }

    /// The same, as it cannot fail.
    @inlinable
    public func replaceError(with output: Output) -> Self {
        self
    }

    /// The same, or nothing if the count is none.
    @inlinable
    public func prefix(_ maxLength: Int) -> Self {
        Self(maxLength > 0 ? output : nil)
    }

    /// Nothing, or the same if the count is none.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Self {
        Self(count > 0 ? nil : output)
    }

    /// Nothing but the end.
    @inlinable
    public func ignoreOutput() -> Empty<Output, Never> {
        Empty<Output, Never>()
    }
}
