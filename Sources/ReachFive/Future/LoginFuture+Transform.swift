extension LoginFuture {
    /// Transforms the value.
    ///
    /// - Parameter transform: Makes the new value, on the thread on which the result arrives.
    /// - Returns: A future of the new value.
    @preconcurrency
    public func map<U: Sendable>(_ transform: @escaping @Sendable (T) -> U) -> LoginFuture<U, E> {
        derived { derived in whenCompleted { derived.complete($0.map(transform)) } }
    }

    /// Continues with another future after a value.
    ///
    /// - Parameter transform: Makes the next future from the value, on the thread on which the result arrives.
    /// - Returns: A future of the next result. Cancelling it cancels the work in progress.
    @preconcurrency
    public func flatMap<U: Sendable>(
        _ transform: @escaping @Sendable (T) -> LoginFuture<U, E>
    ) -> LoginFuture<U, E> {
        derived { derived in
            whenCompleted { result in
                switch result {
                case .success(let value): derived.follow(transform(value))
                case .failure(let error): derived.complete(.failure(error))
                }
            }
        }
    }

    /// Transforms the value, or fails.
    ///
    /// - Parameter transform: Makes the new result, on the thread on which the result arrives.
    /// - Returns: A future of the new result.
    @preconcurrency
    public func flatMap<U: Sendable>(_ transform: @escaping @Sendable (T) -> Result<U, E>) -> LoginFuture<U, E> {
        derived { derived in whenCompleted { derived.complete($0.flatMap(transform)) } }
    }

    /// Transforms the error.
    ///
    /// - Parameter transform: Makes the new error, on the thread on which the result arrives.
    /// - Returns: A future with the new error.
    @preconcurrency
    public func mapError<F: Error>(_ transform: @escaping @Sendable (E) -> F) -> LoginFuture<T, F> {
        derived { derived in whenCompleted { derived.complete($0.mapError(transform)) } }
    }

    /// Replaces an error by a value.
    ///
    /// - Parameter task: Makes the value, on the thread on which the result arrives.
    /// - Returns: A future that never fails.
    @preconcurrency
    public func recover(task: @escaping @Sendable (E) -> T) -> LoginFuture<T, Never> {
        derived { derived in whenCompleted { derived.complete($0.flatMapError { .success(task($0)) }) } }
    }

    /// Continues with another future after an error.
    ///
    /// - Parameter task: Makes the next future from the error, on the thread on which the result arrives.
    /// - Returns: A future of the value, or of the next result. Cancelling it cancels the work in progress.
    @preconcurrency
    public func recoverWith<F: Error>(task: @escaping @Sendable (E) -> LoginFuture<T, F>) -> LoginFuture<T, F> {
        derived { derived in
            whenCompleted { result in
                switch result {
                case .success(let value): derived.complete(.success(value))
                case .failure(let error): derived.follow(task(error))
                }
            }
        }
    }

    /// Combines the values of this future and another one.
    ///
    /// - Parameter other: The other future.
    /// - Returns: A future of both values; if both fail, it fails with the error of this future.
    public func zip<U: Sendable>(_ other: LoginFuture<U, E>) -> LoginFuture<(T, U), E> {
        flatMap { value in other.map { (value, $0) } }
    }

    /// Drops the value.
    ///
    /// - Returns: A future without a value.
    public func asVoid() -> LoginFuture<Void, E> { map { _ in } }

    /// Adopts the result of another future, and forwards cancellation to it.
    private func follow(_ other: LoginFuture) {
        fill { other.cancel() }
        other.whenCompleted { self.complete($0) }
    }
}
