import RequestPipeline
import Synchronization

/// A login or a logout that is under way.
package protocol Transaction: AnyObject, Sendable {
    /// Whether other transactions may be under way at the same time.
    var allowsOthers: Bool { get }
    /// Handles a URL that the system gave to this program.
    ///
    /// - Parameter address: The URL.
    /// - Returns: Whether it was the response to this transaction.
    func resume(with address: String) -> Bool
    /// Cancels the transaction.
    func cancel()
}

/// The logins and logouts that are under way in this process.
///
/// One at a time, unless each of them allows others. A transaction leaves the list when it ends, for whatever reason,
/// so the barrier cannot stay up.
package final class Transactions: Sendable {
    /// The transactions of this process.
    package static let ofProcess = Transactions()

    private struct State {
        var current: [any Transaction] = []
        /// The token requests that follow a login.
        var exchanges: [CancellationSlot] = []
    }

    private let state = Mutex(State())

    /// Creates an empty list, for tests.
    package init() {}

    /// The number of transactions that are under way.
    package var count: Int { state.withLock { $0.current.count } }

    /// Adds a transaction, unless another one is in the way.
    ///
    /// - Parameter transaction: The transaction that is about to begin.
    /// - Returns: Whether it may begin.
    func enter(_ transaction: any Transaction) -> Bool {
        state.withLock { state in
            guard state.current.allSatisfy({ $0.allowsOthers && transaction.allowsOthers }) else { return false }
            state.current.append(transaction)
            return true
        }
    }

    /// Removes a transaction.
    func leave(_ transaction: any Transaction) {
        state.withLock { state in state.current.removeAll { $0 === transaction } }
    }

    /// Lets ``cancel()`` reach the token request that follows a login; it does not stop another login from beginning.
    func add(_ exchange: CancellationSlot) { state.withLock { $0.exchanges.append(exchange) } }

    /// Removes a token request.
    func remove(_ exchange: CancellationSlot) { state.withLock { $0.exchanges.removeAll { $0 === exchange } } }

    /// Hands a URL that the system gave to this program to the transaction that waits for it.
    ///
    /// - Parameter address: The URL that the browser was sent to.
    /// - Returns: Whether it was the response to a transaction; if not, nothing has changed.
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
