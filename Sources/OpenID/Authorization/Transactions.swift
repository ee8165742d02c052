import RequestPipeline
import Synchronization

/// A login or a logout that is under way, and that a person may be looking at.
package protocol Transaction: AnyObject, Sendable {
    /// Whether others may be under way at the same time.
    var allowsOthers: Bool { get }
    /// Takes an address that the system gave to this program; whether it was the answer.
    func resume(with address: String) -> Bool
    /// Gives it up.
    func cancel()
}

/// The logins and logouts that are under way in this process.
///
/// One at a time, unless each of them says that others do not disturb it. Whoever is here leaves by ending, whatever the
/// end is, so the barrier cannot stay up by itself.
package final class Transactions: Sendable {
    /// Those of the process.
    package static let ofProcess = Transactions()

    private struct State {
        var current: [any Transaction] = []
        /// What goes on when a person has come back.
        var sequels: [CancellationSlot] = []
    }

    private let state = Mutex(State())

    /// Makes a list of its own.
    package init() {}

    /// How many are under way.
    package var count: Int { state.withLock { $0.current.count } }

    /// Lets somebody in; whether they may begin.
    func enter(_ transaction: any Transaction) -> Bool {
        state.withLock { state in
            guard state.current.allSatisfy({ $0.allowsOthers && transaction.allowsOthers }) else { return false }
            state.current.append(transaction)
            return true
        }
    }

    /// Lets somebody out.
    func leave(_ transaction: any Transaction) {
        state.withLock { state in state.current.removeAll { $0 === transaction } }
    }

    /// Lets ``cancel()`` reach what follows on a login, such as the exchange of its code; it is in nobody's way.
    func add(_ sequel: CancellationSlot) { state.withLock { $0.sequels.append(sequel) } }

    /// Forgets what was added.
    func remove(_ sequel: CancellationSlot) { state.withLock { $0.sequels.removeAll { $0 === sequel } } }

    /// Hands an address that the system gave to this program to whoever waits for it.
    ///
    /// - Parameter address: What the browser was sent to.
    /// - Returns: Whether it was the answer to a login, or the end of a logout; if not, everybody goes on waiting.
    package func resume(with address: String) -> Bool {
        state.withLock { $0.current }.contains { $0.resume(with: address) }
    }

    /// Cancels everything that is under way.
    package func cancel() {
        let state = state.withLock { $0 }
        state.current.forEach { $0.cancel() }
        state.sequels.forEach { $0.cancel() }
    }
}

extension AuthorizationError {
    static let alreadyActive = AuthorizationError(
        .alreadyActive, "another login is under way: wait for it, or cancel it")
    static let cancelled = AuthorizationError(.cancelled, "the login was given up")
}
