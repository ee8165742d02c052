import SecretStorage
import Synchronization

/// The lock of a grant, from the request of a renewal until its answer is stored.
///
/// It is released by name, because several closures retain what holds it.
final class HeldLock: Sendable {
    private let lock: Mutex<(any RenewalLock)?>

    /// Whether the lock shows that no earlier holder is alive, or waits for an answer.
    let provesEndOfHolder: Bool

    init(_ lock: any RenewalLock) {
        provesEndOfHolder = lock.provesEndOfHolder
        self.lock = Mutex(lock)
    }

    /// Whether no other process can have the lock.
    var isHeld: Bool { lock.withLock { $0?.isHeld ?? false } }

    /// Releases the lock; further calls do nothing.
    func release() {
        // It is released outside of the mutex: that may be a system call.
        _ = lock.withLock { $0.take() }
    }
}
