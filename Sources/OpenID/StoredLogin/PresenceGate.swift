import HTTPMessages
package import PasskeyAuthenticator
import RequestPipeline
import Streams
import Synchronization

/// The check of the user's presence before stored credentials are delivered.
package final class PresenceGate: Sendable {
    private struct State {
        var check: (any PresenceCheck)?
        var settings: (title: String, duration: Duration?)?
        /// The time of the last confirmation, on the monotonic clock.
        var confirmed: Duration?
        /// The number of resets: a confirmation that was requested before a reset does not count after it.
        var resets = 0

        mutating func reset() {
            confirmed = nil
            resets += 1
        }

        func isConfirmed(at now: Duration) -> Bool {
            guard let duration = settings?.duration, let confirmed else { return false }
            return now < confirmed + duration
        }
    }

    private let clock: TimeSource
    private let state: Mutex<State>

    init(_ check: (any PresenceCheck)?, clock: TimeSource) {
        self.clock = clock
        state = Mutex(State(check: check))
    }

    /// The check of the program; `nil` if it has none.
    package var check: (any PresenceCheck)? {
        get { state.withLock { $0.check } }
        set {
            state.withLock { state in
                state.check = newValue
                state.reset()
            }
        }
    }

    /// Whether calls check the user's presence.
    package var isOn: Bool { state.withLock { $0.settings != nil } }

    /// Whether the last confirmation still lasts.
    package var isConfirmed: Bool {
        let now = clock.uptime
        return state.withLock { $0.isConfirmed(at: now) }
    }

    /// Checks the user's presence from now on; without a duration, each call asks.
    package func enable(title: String, for duration: Duration?) {
        state.withLock { state in
            state.settings = (title, duration)
            state.reset()
        }
    }

    /// Ends a confirmed presence.
    package func reset() { state.withLock { $0.reset() } }

    /// Begins an operation when the user's presence is confirmed; otherwise calls `fail`, on a background thread or on
    /// the thread of the cancellation.
    func begin(
        _ work: @escaping @Sendable () -> any Cancellable,
        failing fail: @escaping @Sendable (StoredLoginError) -> Void
    ) -> any Cancellable {
        guard !isConfirmed else { return work() }
        let slot = CancellationSlot()
        let once = CompletionOnce<(any Error)?> { error in
            if let error { fail(StoredLoginError(.presenceUnconfirmed, because: error)) } else { slot.fill(work()) }
        }
        // The check is an async function of the program, which may not notice that its task is cancelled.
        let task = Task { once(await confirm()) }
        return ClosureCancellable {
            // First: the check may respond to the cancellation of its task with an error of its own.
            once(TransportError(.cancelled))
            task.cancel()
            slot.cancel()
        }
    }

    private func confirm() async -> (any Error)? {
        let (settings, check, resets) = state.withLock { ($0.settings, $0.check, $0.resets) }
        guard let settings else { return nil }
        guard let check else { return PresenceProblem.noCheck }
        do {
            let presence = try await check.confirm(
                PresenceRequest(
                    purpose: .credentials, relyingPartyID: "", userName: "", userVerification: .required,
                    title: settings.title))
            guard presence == .verified else { return PresenceProblem.notVerified }
        } catch { return error }
        guard settings.duration != nil else { return nil }
        let now = clock.uptime
        state.withLock { state in
            if state.resets == resets { state.confirmed = now }
        }
        return nil
    }
}

/// The reasons for ``StoredLoginError/Code/presenceUnconfirmed`` that are not an error of the check.
private enum PresenceProblem: Error, CustomStringConvertible {
    case noCheck, notVerified

    var description: String {
        switch self {
        case .noCheck: "there is no check: set presenceCheck, for example to PAMPresence() of UserPresencePAM"
        case .notVerified: "the user is absent, or was not verified"
        }
    }
}
