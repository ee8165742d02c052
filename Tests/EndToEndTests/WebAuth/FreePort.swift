import Auth0
import Foundation
import TenantEmulator

// Tests whose logins run at the same time cannot share the default ports.

extension TenantConfiguration {
    /// The standard tenant, which accepts every port of loopback redirect URIs.
    static var anyPort: TenantConfiguration {
        var configuration = TenantConfiguration()
        configuration.allowsAnyLoopbackPort = true
        return configuration
    }
}

extension WebAuth {
    /// The login with a redirect URL on a free port.
    var onFreePort: Self { URL(string: freePort).map(redirectURL) ?? self }
}

/// A redirect URL on a free port.
let freePort = "http://127.0.0.1:0/callback"
