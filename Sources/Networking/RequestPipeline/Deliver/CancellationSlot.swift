package import Streams
import Synchronization

/// A slot for an operation that starts after its cancellation handle must exist, and may be cancelled before.
package final class CancellationSlot: Sendable {
    private enum State {
        case empty
        case holding(any Cancellable)
        case cancelled
        case over
    }

    private let state = Mutex(State.empty)

    package init() {}

    /// Stores an operation, or cancels it immediately if the slot was cancelled.
    package func fill(_ operation: any Cancellable) {
        let isLate = state.withLock { state in
            switch state {
            case .cancelled: return true
            case .over: return false
            case .empty, .holding:
                state = .holding(operation)
                return false
            }
        }
        if isLate { operation.cancel() }
    }

    /// Releases the operation without cancelling it: it may retain the owner. Returns whether this call was the first.
    @discardableResult
    package func release() -> Bool {
        let last = state.withLock { state in
            defer { state = .over }
            return state
        }
        if case .over = last { return false }
        return true
    }

    /// Cancels the operation, or the one that is stored later.
    package func cancel() {
        let operation = state.withLock { state -> (any Cancellable)? in
            if case .over = state { return nil }
            defer { state = .cancelled }
            guard case .holding(let operation) = state else { return nil }
            return operation
        }
        operation?.cancel()
    }
}
