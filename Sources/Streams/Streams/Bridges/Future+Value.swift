extension Future {
    /// The value, as soon as it is there.
    ///
    /// - Throws: The failure, typed.
    public var value: Output {
        get async throws(Failure) {
            try await result.get()
        }
    }

    fileprivate var result: Result<Output, Failure> {
        get async {
            await withUnsafeContinuation { waiter in
                attach(
                    FutureSubscription(give: { waiter.resume(returning: $1) }, request: { _, _ in }, cancel: { _ in }))
            }
        }
    }
}

extension Future where Failure == Never {
    /// The value, as soon as it is there.
    public var value: Output {
        get async { await result.get() }
    }
}
