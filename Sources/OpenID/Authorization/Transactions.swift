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

    private let current = Mutex<[any Transaction]>([])

    /// Makes a list of its own.
    package init() {}

    /// How many are under way.
    package var count: Int { current.withLock { $0.count } }

    /// Lets somebody in; whether they may begin.
    func enter(_ transaction: any Transaction) -> Bool {
        current.withLock { current in
            guard current.allSatisfy({ $0.allowsOthers && transaction.allowsOthers }) else { return false }
            current.append(transaction)
            return true
        }
    }

    /// Lets somebody out.
    func leave(_ transaction: any Transaction) {
        current.withLock { current in current.removeAll { $0 === transaction } }
    }

    /// Hands an address that the system gave to this program to whoever waits for it.
    ///
    /// - Parameter address: What the browser was sent to.
    /// - Returns: Whether it was the answer to a login, or the end of a logout; if not, everybody goes on waiting.
    package func resume(with address: String) -> Bool {
        current.withLock { $0 }.contains { $0.resume(with: address) }
    }

    /// Cancels everything that is under way.
    package func cancel() { current.withLock { $0 }.forEach { $0.cancel() } }
}

extension AuthorizationError {
    static let alreadyActive = AuthorizationError(
        .alreadyActive, "another login is under way: wait for it, or cancel it")
    static let cancelled = AuthorizationError(.cancelled, "the login was given up")
}
