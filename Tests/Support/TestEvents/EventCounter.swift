import Synchronization

/// A count of events that a test can await.
///
/// A count that is never reached ends with the test's time limit: cancellation resumes the waiting task.
package final class EventCounter: Sendable {
    private struct Waiter: Sendable {
        let id: Int
        let target: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var count = 0
        var nextID = 0
        var waiters: [Waiter] = []
        /// Waiters that were cancelled before they were registered.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Creates a counter at zero.
    package init() {}

    /// The number of events so far.
    package var count: Int { state.withLock { $0.count } }

    /// Records one event, from any thread.
    package func add() {
        let reached = state.withLock { state in
            state.count += 1
            let count = state.count
            let reached = state.waiters.filter { $0.target <= count }
            state.waiters.removeAll { $0.target <= count }
            return reached
        }
        for waiter in reached { waiter.continuation.resume(returning: true) }
    }

    /// Suspends until a number of events has been recorded.
    ///
    /// - Parameter target: The number of events, counted from the creation of the counter.
    /// - Throws: `CancellationError` when the task is cancelled first, for example by a time limit.
    package func reaches(_ target: Int) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isReached = await withTaskCancellationHandler {
            await withCheckedContinuation { register(Waiter(id: id, target: target, continuation: $0)) }
        } onCancel: {
            cancel(id)
        }
        guard isReached else { throw CancellationError() }
    }

    private func register(_ waiter: Waiter) {
        let answer: Bool? = state.withLock { state in
            if state.count >= waiter.target { return true }
            if state.cancelled.remove(waiter.id) != nil { return false }
            state.waiters.append(waiter)
            return nil
        }
        if let answer { waiter.continuation.resume(returning: answer) }
    }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil as Waiter?
            }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }
}
