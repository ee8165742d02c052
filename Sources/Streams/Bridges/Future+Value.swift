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
        get async { await withUnsafeContinuation { attach(FutureWaiter(owner: self, waiter: $0)) } }
    }
}

extension Future where Failure == Never {
    /// The value, as soon as it is there.
    public var value: Output {
        get async { await result.get() }
    }
}

/// Resumes a task with the result of a future.
private final class FutureWaiter<Output: Sendable, Failure: Error>: FutureConduit<Output, Failure>,
    @unchecked Sendable  // immutable
{
    private let waiter: UnsafeContinuation<Result<Output, Failure>, Never>

    init(owner: Future<Output, Failure>, waiter: UnsafeContinuation<Result<Output, Failure>, Never>) {
        self.waiter = waiter
        super.init(owner: owner)
    }

    override var isOver: Bool { false }
    override func give(_ result: Result<Output, Failure>) { waiter.resume(returning: result) }
}
