import Dispatch
import LinuxSystemCalls
import SecretStorage
import Synchronization

/// A call that waits for a lock.
final class LockRequest: Sendable {
    let key: Int64
    let deadline: ContinuousClock.Instant
    private let attempted = Atomic<Bool>(false)
    private let done = DispatchSemaphore(value: 0)
    private let failure = Mutex<SecretStoreError?>(nil)

    init(_ key: Int64, until deadline: ContinuousClock.Instant) { (self.key, self.deadline) = (key, deadline) }

    /// Whether the lock was tried since the request was made.
    var isAttempted: Bool {
        get { attempted.load(ordering: .acquiring) }
        set { attempted.store(newValue, ordering: .releasing) }
    }

    /// Ends the wait, without an error when the lock is held.
    func finish(_ error: SecretStoreError?) {
        failure.withLock { $0 = error }
        done.signal()
    }

    /// Waits for the end, and returns whether the wait ended in time; blocks.
    func isDone(within limit: Duration) -> Bool {
        done.wait(timeout: .now() + .nanoseconds(Int(clamping: limit.wholeNanoseconds))) == .success
    }

    /// Waits for the end; blocks.
    func waitUntilDone() { done.wait() }

    /// Throws the failure, if there is one.
    func get() throws { if let error = failure.withLock({ $0 }) { throw error } }
}
