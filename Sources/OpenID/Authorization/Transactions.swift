import RequestPipeline
import Synchronization

/// A login or a logout in progress.
package protocol Transaction: AnyObject, Sendable {
    /// Whether other transactions may be active at the same time.
    var allowsOthers: Bool { get }
    /// Handles a URL that this program received, and returns whether it was the response to this transaction.
    func resume(with address: String) -> Bool
    func cancel()
}

/// The logins and logouts in progress in this process.
///
/// One at a time, unless each of them allows others. A transaction is removed whenever it ends, so that it
/// cannot block later logins.
package final class Transactions: Sendable {
    package static let ofProcess = Transactions()

    private struct State {
        var current: [any Transaction] = []
        /// The token requests that follow a login.
        var exchanges: [CancellationSlot] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var count: Int { state.withLock { $0.current.count } }

    /// Adds a transaction, and returns whether it may begin: no other one excludes it.
    func enter(_ transaction: any Transaction) -> Bool {
        state.withLock { state in
            guard state.current.allSatisfy({ $0.allowsOthers && transaction.allowsOthers }) else { return false }
            state.current.append(transaction)
            return true
        }
    }

    func leave(_ transaction: any Transaction) {
        state.withLock { state in state.current.removeAll { $0 === transaction } }
    }

    /// Adds the token request of a login, so that ``cancel()`` cancels it; it does not exclude other logins.
    func add(_ exchange: CancellationSlot) { state.withLock { $0.exchanges.append(exchange) } }

    /// Removes a token request.
    func remove(_ exchange: CancellationSlot) { state.withLock { $0.exchanges.removeAll { $0 === exchange } } }

    /// Passes a URL that this program received from the system to the transaction that waits for it.
    ///
    /// Returns whether it was the response to a transaction; if not, nothing has changed.
    package func resume(with address: String) -> Bool {
        state.withLock { $0.current }.contains { $0.resume(with: address) }
    }

    /// Cancels all transactions and the token requests that follow them.
    package func cancel() {
        let state = state.withLock { $0 }
        state.current.forEach { $0.cancel() }
        state.exchanges.forEach { $0.cancel() }
    }
}

extension AuthorizationError {
    static let alreadyActive = AuthorizationError(
        .alreadyActive, "another login is under way: wait for it, or cancel it")
    static let cancelled = AuthorizationError(.cancelled, "the login was cancelled")
}
