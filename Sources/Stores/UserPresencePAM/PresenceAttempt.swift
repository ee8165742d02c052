import LinuxSystemCalls
import Synchronization

/// One check of the user's presence, ended by its result, its deadline or its cancellation, whichever is first.
final class PresenceAttempt: Sendable {
    typealias Outcome = Result<Void, UserPresenceError>

    private enum State {
        case running(CheckedContinuation<Outcome, Never>?)
        case ended(Outcome)
    }

    private let state = Mutex(State.running(nil))
    private let hasEnded: Wakeup

    /// Creates an attempt; the event wakes the thread of the conversation at the end.
    init(_ hasEnded: Wakeup) { self.hasEnded = hasEnded }

    /// Whether the attempt has ended.
    var isOver: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

    /// Ends the attempt, unless it has ended.
    func end(_ outcome: Outcome) {
        let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard case .running(let waiter) = state else { return nil }
            state = .ended(outcome)
            return waiter
        }
        hasEnded.ring()
        waiter?.resume(returning: outcome)
    }

    /// Returns the result as soon as there is one; a single task may wait.
    func outcome() async -> Outcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state -> Outcome? in
                if case .ended(let outcome) = state { return outcome }
                state = .running(continuation)
                return nil
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Blocks until a descriptor is readable or the attempt ends, and returns whether the attempt continues.
    func isReadable(_ descriptor: Int32) -> Bool {
        Wakeup.firstReadable(of: [hasEnded.descriptor, descriptor]) == 1
    }
}
