import Synchronization

/// The logins and logouts in a browser that are under way in this process.
///
/// One at a time, unless each of them says that others do not disturb it. Whoever is here leaves by ending, whatever the
/// end is, so the barrier cannot stay up by itself.
package final class Transactions: Sendable {
    /// Those of the process.
    package static let ofProcess = Transactions()

    private let sessions = Mutex<[AuthorizationSession]>([])

    /// Makes a list of its own.
    package init() {}

    /// How many are under way.
    package var count: Int { sessions.withLock { $0.count } }

    /// Lets a session in; whether it may begin.
    func enter(_ session: AuthorizationSession) -> Bool {
        sessions.withLock { sessions in
            guard sessions.allSatisfy({ $0.allowsOthers && session.allowsOthers }) else { return false }
            sessions.append(session)
            return true
        }
    }

    /// Lets a session out.
    func leave(_ session: AuthorizationSession) {
        sessions.withLock { sessions in sessions.removeAll { $0 === session } }
    }

    /// Hands an address that the system gave to this program to whoever waits for it.
    ///
    /// - Parameter address: What the browser was sent to.
    /// - Returns: Whether it was the answer to a login, or the end of a logout; if not, everybody goes on waiting.
    package func resume(with address: String) -> Bool {
        sessions.withLock { $0 }.contains { $0.resume(with: address) }
    }

    /// Cancels everything that is under way.
    package func cancel() { sessions.withLock { $0 }.forEach { $0.cancel() } }
}
