import Auth0
import Foundation
import SecretStorage
import TenantEmulator

/// A process for the logins of the documents as printed, which name no tenant, browser and port.
///
/// For exit tests, because it changes the environment, and the barrier of logins belongs to the process.
struct SeedBrowser {
    let tenant: EmulatedTenant
    let browser: StandInBrowser
    private let script: BrowserScript

    /// Callback URLs of the application in addition to those of the standard seed.
    static let callbacks = [
        "\(ApplicationID.default)://127.0.0.1/linux/\(ApplicationID.default)/callback",
        "https://127.0.0.1/linux/\(ApplicationID.default)/callback", "auth0test1://test",
    ]

    /// Starts a tenant, and makes this process use it with a stand-in browser.
    static func open(user: String = "john@example.com") throws -> SeedBrowser {
        var configuration = TenantConfiguration()
        configuration.seed.clients[0].callbacks += callbacks
        configuration.seed.clients[0].logoutURLs += callbacks
        let tenant = try EmulatedTenant.start(configuration)
        let browser = StandInBrowser(tenant, user: user)
        let script = try BrowserScript(browser)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        for (name, value) in [
            ("AUTH0_DOMAIN", tenant.domain), ("AUTH0_CLIENT_ID", tenant.clientID), ("BROWSER", script.command),
            ("PATH", "\(script.folder):\(path)"),
        ] { setenv(name, value, 1) }
        return SeedBrowser(tenant: tenant, browser: browser, script: script)
    }

    /// The parameters of the last login page.
    var parameters: [String: String] { browser.addresses.last?.parameters ?? [:] }
}
