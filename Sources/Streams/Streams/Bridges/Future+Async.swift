import Synchronization

extension Future {
    /// Creates a future of the result of an asynchronous function.
    ///
    /// This initialiser does not exist in Combine. The function starts immediately and runs once; its task is cancelled
    /// when the last subscriber cancels.
    ///
    /// - Parameter work: The function; the future fails with the error that it throws.
    @preconcurrency
    public convenience init(_ work: @escaping @Sendable () async throws(Failure) -> Output) {
        let task = Mutex<Task<Void, Never>?>(nil)
        self.init { promise in
            let running = Task {
                do throws(Failure) {
                    promise(.success(try await work()))
                } catch {
                    promise(.failure(error))
                }
            }
            task.withLock { $0 = running }
        }
        let running = task.withLock { $0.take() }
        whenAbandoned { running?.cancel() }
    }
}
