import Glibc

/// Lets one process at a time renew: where refresh tokens rotate, two that send the same one end the session.
///
/// The kernel lets go of it when a process ends, however that ends.
struct RenewalLock: ~Copyable {
    private let descriptor: Int32

    /// Waits for whoever renews now.
    ///
    /// - Throws: ``ExitStatus/store`` after ten seconds, or where there is no place for the lock.
    static func acquire() async throws -> RenewalLock { RenewalLock(descriptor: try await Blocking.run { try lock() }) }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Beside the folder of secrets, which is there when there is a session to renew.
    private static func lock() throws(Failure) -> Int32 {
        let state = getenv("XDG_STATE_HOME").map { String(cString: $0) } ?? ""
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        let path = (state.isEmpty ? "\(home)/.local/state" : state) + "/authcli/renewal.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw Failure(status: .store, message: "\(path): \(String(cString: strerror(errno)))")
        }
        for _ in 0..<200 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            usleep(50_000)
        }
        close(descriptor)
        throw Failure(status: .store, message: "another authcli is renewing the session for too long: try again")
    }
}
