public import Dispatch
import RequestPipeline
public import Streams

extension LoginFuture {
    /// Waits for the result.
    ///
    /// Cancelling the task cancels the work, as ``cancel()`` does.
    ///
    /// - Returns: The value.
    /// - Throws: The error of the future, an `E`.
    public func get() async throws -> T {
        try await withTaskCancellationHandler {
            try await withCheckedContinuation { continuation in
                whenCompleted { continuation.resume(returning: $0) }
            }.get()
        } onCancel: {
            cancel()
        }
    }

    /// Returns a publisher of the result.
    ///
    /// - Returns: A publisher of the value or the error for every subscriber. The work is already running; cancelling a
    ///   subscription only ends its delivery, ``cancel()`` ends the work.
    public func publisher() -> AnyPublisher<T, E> {
        Operation<T, E>(on: nil, toleratesBlocking: false) { completion in
            self.whenCompleted(completion)
            return ClosureCancellable()
        }.publisher()
    }

    /// Blocks the thread until the result arrives; not for code of a task or a callback.
    ///
    /// - Returns: The result.
    public func forced() -> Result<T, E> {
        while true {
            if let result = forced(.distantFuture) { return result }
        }
    }

    /// Blocks the thread until the result arrives or a deadline passes; not for code of a task or a callback.
    ///
    /// - Parameter timeout: The deadline, for example `.now() + 5`.
    /// - Returns: The result; `nil` if it has not arrived.
    public func forced(_ timeout: DispatchTime) -> Result<T, E>? {
        let arrived = DispatchSemaphore(value: 0)
        whenCompleted { _ in arrived.signal() }
        _ = arrived.wait(timeout: timeout)
        return result
    }
}

extension LoginFuture where E == ReachFiveError {
    /// Creates a future of asynchronous work, which starts immediately; ``cancel()`` cancels its task.
    convenience init(_ work: @escaping @Sendable () async throws -> T) {
        self.init()
        let task = Task {
            do {
                complete(.success(try await work()))
            } catch { complete(.failure(ReachFiveError(error))) }
        }
        fill {
            task.cancel()
            self.complete(.failure(.AuthCanceled))
        }
    }
}
