package import Streams
import Synchronization

/// Holds what must be cancelled, whichever comes first: the thing, or the wish to cancel it.
package final class CancellationSlot: Sendable {
    private enum State {
        case empty
        case holding(any Cancellable)
        case cancelled
        case over
    }

    private let state = Mutex(State.empty)

    /// Makes a slot that is empty.
    package init() {}

    /// Puts in what was started; cancels it at once when that was already asked for.
    package func fill(_ work: any Cancellable) {
        let isLate = state.withLock { state in
            switch state {
            case .cancelled: return true
            case .over: return false
            case .empty, .holding:
                state = .holding(work)
                return false
            }
        }
        if isLate { work.cancel() }
    }

    /// Lets go of what is there, or of what will be, without cancelling it: it is over, and may hold whoever holds this.
    package func letGo() {
        let last = state.withLock { state in
            defer { state = .over }
            return state
        }
        withExtendedLifetime(last) {}
    }

    /// Cancels what is there, or what will be.
    package func cancel() {
        let work = state.withLock { state -> (any Cancellable)? in
            defer { state = .cancelled }
            guard case .holding(let work) = state else { return nil }
            return work
        }
        work?.cancel()
    }
}
