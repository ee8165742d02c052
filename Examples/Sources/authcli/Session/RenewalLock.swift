import Glibc

/// A lock that lets one process at a time renew: with refresh token rotation, using one token twice ends the session.
///
/// The kernel releases it when the process ends, for whatever reason.
struct RenewalLock: ~Copyable {
    private let descriptor: Int32

    /// Waits until no other process is renewing.
    ///
    /// - Throws: A ``Failure`` with ``ExitStatus/store`` after ten seconds, or if the lock file cannot be opened.
    static func acquire() async throws -> RenewalLock { RenewalLock(descriptor: try await Blocking.run { try lock() }) }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens and locks a file beside the folder of secrets, which exists if there is a session to renew.
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
