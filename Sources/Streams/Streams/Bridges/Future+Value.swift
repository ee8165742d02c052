extension Future {
    /// The value of the future; reading it waits until the value exists.
    ///
    /// ```swift
    /// let future = Future<Int, Never> { $0(.success(42)) }
    /// print(await future.value)
    /// // prints 42
    /// ```
    ///
    /// - Throws: The failure of the future, typed.
    public var value: Output {
        get async throws(Failure) {
            try await result.get()
        }
    }

    fileprivate var result: Result<Output, Failure> {
        get async {
            await withUnsafeContinuation { waiter in
                attach(
                    FutureSubscription(give: { waiter.resume(returning: $1) }))
            }
        }
    }
}

extension Future where Failure == Never {
    /// The value of the future; reading it waits until the value exists.
    public var value: Output {
        get async { await result.get() }
    }
}
