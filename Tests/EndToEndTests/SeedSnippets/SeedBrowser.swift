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

    /// Starts a tenant, and makes this process use it with a stand-in browser, which knows the parameters of a pushed
    /// authorization request.
    static func open(
        user: String = "john@example.com", pushed: [String: String] = [:], redirectURL: String? = freePort,
        anyPort: Bool = true, callbacks: [String] = callbacks,
        answer: @escaping (EmulatedTenant) -> StandInBrowser.Answer = { _ in StandInBrowser.standardAnswer }
    ) throws -> SeedBrowser {
        var configuration = TenantConfiguration()
        configuration.allowsAnyLoopbackPort = anyPort
        configuration.seed.clients[0].callbacks += callbacks
        configuration.seed.clients[0].logoutURLs += callbacks
        let tenant = try EmulatedTenant.start(configuration)
        let browser = StandInBrowser(tenant, user: user, pushed: pushed, answer: answer(tenant))
        let script = try BrowserScript(browser)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        for (name, value) in [
            ("AUTH0_DOMAIN", tenant.domain), ("AUTH0_CLIENT_ID", tenant.clientID), ("BROWSER", script.command),
            ("PATH", "\(script.folder):\(path)"),
        ] { setenv(name, value, 1) }
        if let redirectURL { setenv("AUTH0_REDIRECT_URL", redirectURL, 1) } else { unsetenv("AUTH0_REDIRECT_URL") }
        return SeedBrowser(tenant: tenant, browser: browser, script: script)
    }

    /// The arguments of all browsers that were started.
    var arguments: [String] { script.arguments }
    /// The parameters of the last login page.
    var parameters: [String: String] { browser.addresses.last?.parameters ?? [:] }
}
