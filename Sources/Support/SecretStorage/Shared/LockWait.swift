import CAuth0Linux
import LinuxCLibrary

/// The wait of a thread for a lock that has no queue with deadlines.
enum LockWait {
    /// Tries until the lock is taken, with pauses of 0.5 ms that grow to 16 ms; blocks.
    ///
    /// - Parameters:
    ///   - deadline: The end of the wait. At least one attempt is made.
    ///   - detail: The place of the lock, for the error.
    ///   - attempt: Tries to take the lock and returns whether it did.
    /// - Throws: ``SecretStoreError/Code/lockTimeout``, or the error of `attempt`.
    static func until(
        _ deadline: ContinuousClock.Instant, for detail: String, attempt: () throws(SecretStoreError) -> Bool
    ) throws(SecretStoreError) {
        var pause = timespec(tv_sec: 0, tv_nsec: 500_000)
        while try !attempt() {
            guard ContinuousClock.now < deadline else { throw SecretStoreError(.lockTimeout, detail: detail) }
            nanosleep(&pause, nil)
            pause.tv_nsec = min(pause.tv_nsec * 2, 16_000_000)
        }
    }
}
