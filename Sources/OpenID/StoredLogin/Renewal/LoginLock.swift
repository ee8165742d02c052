package import SecretStorage
import Synchronization

/// The lock of a login, from the decision to renew until the answer is stored.
///
/// Release it explicitly: several values refer to it.
package final class LoginLock: Sendable {
    private let lock: Mutex<(any RenewalLock)?>
    /// The number of the place where the lock is held; see `RenewalLock.place`.
    package let place: UInt64?
    /// Whether a holder that lost the lock acquires it again within seconds.
    package let isTakenBack: Bool

    /// Takes ownership of a lock.
    ///
    /// - Parameter lock: The lock.
    package init(_ lock: any RenewalLock) {
        (place, isTakenBack) = (lock.place, lock.isTakenBack)
        self.lock = Mutex(lock)
    }

    /// Whether the store grants the lock to no other process.
    package var isHeld: Bool { lock.withLock { $0 }?.isHeld ?? false }

    /// Releases the lock; further calls do nothing.
    package func release() {
        // It is released outside of the mutex, because that may be a system call.
        _ = lock.withLock { $0.take() }
    }
}
