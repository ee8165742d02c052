package import Streams
import Synchronization

/// Holds what must be cancelled, whichever comes first: the thing, or the wish to cancel it.
package final class CancellationSlot: Sendable {
    private enum State {
        case empty
        case holding(any Cancellable)
        case cancelled
    }

    private let state = Mutex(State.empty)

    /// Makes a slot that is empty.
    package init() {}

    /// Puts in what was started; cancels it at once when that was already asked for.
    package func fill(_ work: any Cancellable) {
        let isLate = state.withLock { state in
            if case .cancelled = state { return true }
            state = .holding(work)
            return false
        }
        if isLate { work.cancel() }
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
