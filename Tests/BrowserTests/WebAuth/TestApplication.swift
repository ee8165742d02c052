import Auth0
import Foundation
import JOSE
import TenantEmulator
import WebDriverClient

/// An application that uses the SDK with its real listener, and a user with a real browser.
struct TestApplication {
    let tenant: EmulatedTenant
    var clientID: String

    init(_ tenant: EmulatedTenant, clientID: String? = nil) {
        (self.tenant, self.clientID) = (tenant, clientID ?? tenant.clientID)
    }

    /// A user agent that passes the address to the test.
    private struct Handover: WebAuthUserAgent {
        let url: URL
        let addresses: AsyncStream<URL>.Continuation
        let callback: WebAuthProviderCallback

        func start() { addresses.yield(url) }
        func finish(with result: WebAuthResult<Void>) { callback(result) }
    }

    /// Starts a flow in a browser, passes its page to `person`, and waits for the result.
    func run<Value: Sendable>(
        _ start: @escaping @Sendable (any WebAuth) async throws -> Value, person: (URL) async throws -> Void
    ) async throws -> Value {
        let (addresses, address) = AsyncStream<URL>.makeStream()
        let webAuth = Auth0.webAuth(clientId: clientID, domain: tenant.domain).onFreePort.allowingConcurrentLogins()
            .provider { url, callback in Handover(url: url, addresses: address, callback: callback) }
        let task = Task {
            // A flow that ends before it shows a page has an error to throw, and no address to wait for.
            defer { address.finish() }
            return try await start(webAuth)
        }
        do {
            for await url in addresses {
                try await person(url)
                break
            }
        } catch {
            task.cancel()
            throw error
        }
        return try await task.value
    }

    /// Logs in as John on a login page.
    func logIn(_ browser: Browser) async throws -> Credentials {
        try await run {
            try await $0.start()
        } person: { page in
            try await browser.visit(page.absoluteString)
            try await browser.logIn()
        }
    }
}

extension Credentials {
    /// A claim of the ID token, which the SDK has validated.
    func claim(_ name: String) throws -> String? { try decode(jwt: idToken)[name].string }

    /// The authentication methods of the user besides the password.
    var methods: [String]? { get throws { try decode(jwt: idToken)["amr"].array } }
}

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
    var onFreePort: Self { URL(string: "http://127.0.0.1:0/callback").map(redirectURL) ?? self }
}
