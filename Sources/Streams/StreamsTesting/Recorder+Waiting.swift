public import Streams
import Synchronization

extension Recorder {
    /// Waits until the recorder has received a number of values.
    ///
    /// - Parameters:
    ///   - count: The number of values to wait for, counted from the creation of the recorder.
    ///   - timeout: The longest time to wait; 60 seconds by default.
    /// - Returns: All values received so far, at least `count`.
    /// - Throws: ``RecorderError``: ``RecorderError/Code/timedOut`` when the timeout has passed, and
    ///   ``RecorderError/Code/ended`` as soon as no further value can arrive, because the stream has ended or the
    ///   recorder was cancelled. `CancellationError` when the task is cancelled.
    public func values(atLeast count: Int, timeout: Duration = .seconds(60)) async throws -> [Input] {
        await wait(forCount: count, timeout: timeout)
        let values = values
        guard values.count < count else { return values }
        throw failure("\(values.count) of \(count) values", timeout)
    }

    /// Waits until the recorder has received the completion.
    ///
    /// - Parameter timeout: The longest time to wait; 60 seconds by default.
    /// - Returns: The completion.
    /// - Throws: ``RecorderError``: ``RecorderError/Code/timedOut`` when the timeout has passed, and
    ///   ``RecorderError/Code/ended`` as soon as the recorder is cancelled. `CancellationError` when the task is
    ///   cancelled.
    public func completion(timeout: Duration = .seconds(60)) async throws -> Subscribers.Completion<Failure> {
        await wait(forCount: .max, timeout: timeout)
        if let completion { return completion }
        throw failure("\(values.count) values and no completion", timeout)
    }

    /// Waits until the values have arrived, no further value can arrive, the timeout has passed, or the task is
    /// cancelled.
    private func wait(forCount count: Int, timeout: Duration) async {
        let (signal, continuation) = AsyncStream<Void>.makeStream()
        guard let id = state.withLock({ $0.begin(count: count, continuation) }) else { return }
        let alarm = Task {
            try await Task.sleep(for: timeout)
            continuation.finish()
        }
        for await _ in signal {}
        alarm.cancel()
        state.withLock { state in state.waits.removeAll { $0.id == id } }
    }

    private func failure(_ received: String, _ timeout: Duration) -> any Error {
        if Task.isCancelled { return CancellationError() }
        switch completion {
        case .finished: return RecorderError(.ended, "\(received) when the stream finished")
        case .failure(let failure): return RecorderError(.ended, "\(received) when the stream failed with \(failure)")
        case nil where state.withLock({ $0.isOver }):
            return RecorderError(.ended, "\(received) when the recorder was cancelled")
        case nil: return RecorderError(.timedOut, "\(received) within \(timeout)")
        }
    }

    /// A task that waits for a number of values or the completion.
    struct Wait: Sendable {
        let id: Int
        let count: Int
        let signal: AsyncStream<Void>.Continuation

        func end() { signal.finish() }
    }
}

extension Recorder.State {
    /// Registers a wait and returns its identifier; `nil` if there is nothing to wait for.
    mutating func begin(count: Int, _ signal: AsyncStream<Void>.Continuation) -> Int? {
        guard valueCount < count, !isOver else { return nil }
        nextWaitID += 1
        waits.append(Recorder.Wait(id: nextWaitID, count: count, signal: signal))
        return nextWaitID
    }

    /// Counts a value, and removes and returns the waits that it ends.
    mutating func countValue() -> [Recorder.Wait] {
        valueCount += 1
        if waits.isEmpty { return [] }
        let (count, all) = (valueCount, waits)
        waits.removeAll { $0.count <= count }
        return all.filter { $0.count <= count }
    }

    /// Marks the end, and removes and returns all waits.
    mutating func end() -> [Recorder.Wait] {
        isOver = true
        defer { waits = [] }
        return waits
    }
}
