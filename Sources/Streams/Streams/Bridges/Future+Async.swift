import Synchronization

extension Future {
    /// Runs an asynchronous function, once, and promises its value or what it throws.
    ///
    /// Not in Combine. It starts at once, and is cancelled when the last subscriber cancels.
    ///
    /// - Parameter work: The function.
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
