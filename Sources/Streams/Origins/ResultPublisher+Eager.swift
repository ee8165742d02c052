extension Result.Publisher {
    /// Makes something of the value at once, as in Combine.
    @inlinable
    public func map<T: Sendable>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
        Result<T, Failure>.Publisher(result.map(transform))
    }

    /// Makes something of the failure at once, as in Combine.
    @inlinable
    public func mapError<E: Error>(_ transform: (Failure) -> E) -> Result<Success, E>.Publisher {
        Result<Success, E>.Publisher(result.mapError(transform))
    }

    /// Makes something of the value at once, as in Combine.
    @inlinable
    public func tryMap<T: Sendable>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
        Result<T, any Error>.Publisher(Result<T, any Error> { try transform(try result.get()) })
    }

    /// The value in an array.
    @inlinable
    public func collect() -> Result<[Output], Failure>.Publisher {
        Result<[Output], Failure>.Publisher(result.map { [$0] })
    }

    /// One, or the failure.
    @inlinable
    public func count() -> Result<Int, Failure>.Publisher {
        Result<Int, Failure>.Publisher(result.map { _ in 1 })
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

    /// The value, or another in the place of the failure.
    @inlinable
    public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
        Result<Output, Never>.Publisher(.success((try? result.get()) ?? output))
    }
}
