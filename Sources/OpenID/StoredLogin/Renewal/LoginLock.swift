package import SecretStorage
import Synchronization

/// The lock of a login, from the decision to renew until the answer is stored.
///
/// Release it explicitly: several values refer to it.
package final class LoginLock: Sendable {
    private struct Held: Sendable {
        let lock: any RenewalLock
        let turn: RenewalTurn?
    }

    private let held: Mutex<Held?>
    /// The number of the place where the lock is held; see `RenewalLock.place`.
    package let place: UInt64?
    /// Whether a holder that lost the lock acquires it again within seconds.
    package let isTakenBack: Bool

    /// Takes ownership of a lock.
    package convenience init(_ lock: any RenewalLock) { self.init(lock, nil) }

    /// Takes ownership of a lock and of the turn that ends with it.
    init(_ lock: any RenewalLock, _ turn: RenewalTurn?) {
        (place, isTakenBack) = (lock.place, lock.isTakenBack)
        held = Mutex(Held(lock: lock, turn: turn))
    }

    /// Whether the store grants the lock to no other process.
    package var isHeld: Bool { held.withLock { $0 }?.lock.isHeld ?? false }

    /// Releases the lock; further calls do nothing.
    package func release() {
        // It is released outside of the mutex, because that may be a system call.
        _ = held.withLock { $0.take() }
    }
}
