import CAuth0Secret
import LinuxCLibrary
import LinuxSystemCalls
import SecretStorage
import Synchronization

/// The functions of libsecret, looked up once for the process.
enum Libsecret {
    /// The number of descriptors that have to be free: the first call opens up to twelve, and other threads some more.
    private static let descriptors = 16
    /// One call at a time takes them: calls on many threads would take the last ones from each other.
    private static let check = Mutex(())

    private static let loaded: Result<auth0_secret, SecretStoreError> = {
        var calls = auth0_secret()
        guard let missing = auth0_secret_load(&calls) else { return .success(calls) }
        let detail = "\(String(cString: missing)) is missing: apt install libsecret-1-0"
        return .failure(SecretStoreError(.unavailable, detail: detail))
    }()

    /// Returns the functions. There are none if libsecret is not installed, if this process has no session bus, and in
    /// a set-user-ID program, whose environment names the bus.
    static func calls() throws(SecretStoreError) -> auth0_secret {
        guard !ProcessEnvironment.isPrivileged else {
            throw SecretStoreError(.noPlace, detail: "a set-user-ID program takes no keyring from its environment")
        }
        // Without an address GLib would start another bus, whose keyring is empty.
        guard ProcessEnvironment["DBUS_SESSION_BUS_ADDRESS"] != nil || UserFolders.ofUser["XDG_RUNTIME_DIR"] != nil
        else {
            throw SecretStoreError(
                .unavailable,
                detail: "no session bus: log in to a desktop, or set DBUS_SESSION_BUS_ADDRESS or XDG_RUNTIME_DIR")
        }
        // GLib ends the process when it gets none.
        let areFree = check.withLock { _ in (0..<descriptors).map { _ in Wakeup() }.allSatisfy { $0 != nil } }
        guard areFree else {
            throw SecretStoreError(
                .failed, detail: "the process has too many open files: see ulimit -n", systemError: EMFILE)
        }
        return try loaded.get()
    }
}
