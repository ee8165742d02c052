import Synchronization

/// Sends logout tokens to clients until the tenant stops.
final class LogoutNotifier: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Sends a token in a task of its own.
    func send(_ notification: LogoutNotification) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.count += 1
            let number = state.count
            state.tasks[number] = Task { [self] in
                await notification.send()
                self.state.withLock { $0.tasks[number] = nil }
            }
        }
    }

    /// Cancels the tasks in progress; later tokens are not sent.
    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
    }
}
