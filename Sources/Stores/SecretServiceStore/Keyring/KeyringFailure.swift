import CAuth0Secret
import SecretStorage

extension SecretStoreError {
    /// Creates an error with the domain and the code of a GLib error, whose message could contain anything.
    init(keyring error: UnsafeMutablePointer<auth0_secret_error>?, _ calls: auth0_secret, name: SecretName? = nil) {
        guard let error else {
            self.init(.failed, name: name, detail: "the keyring returned nothing")
            return
        }
        defer { calls.g_error_free(error) }
        let domain = calls.g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? ""
        switch (domain, error.pointee.code) {
        case ("secret-error", 2): self.init(.locked, name: name, detail: "unlock the keyring of the desktop")
        case ("g-io-error-quark", 19):
            self.init(.unavailable, name: name, detail: "the keyring did not respond in time")
        case ("g-dbus-error-quark", _), ("g-io-error-quark", _):
            self.init(
                .unavailable, name: name,
                detail: "no keyring responds on the session bus (\(domain) \(error.pointee.code))")
        default: self.init(.failed, name: name, detail: "\(domain) \(error.pointee.code)")
        }
    }
}

extension auth0_secret {
    /// Whether an error, which is released then, says that an item no longer exists.
    func takeMissingItem(_ error: inout UnsafeMutablePointer<auth0_secret_error>?) -> Bool {
        let domain = error.flatMap { g_quark_to_string($0.pointee.domain) }.map { String(cString: $0) }
        switch (domain, error?.pointee.code) {
        // No such object; an unknown method, and an unknown object, of the bus.
        case ("secret-error", 3), ("g-dbus-error-quark", 19), ("g-dbus-error-quark", 41):
            g_error_free(error)
            error = nil
            return true
        default: return false
        }
    }
}
