import Auth0
import Auth0Testing
import Foundation
import TenantEmulator
import Testing

/// Web logins and logouts that a test answers without a browser.
@Suite(.timeLimit(.minutes(30))) struct ScriptedBrowserTests {
    /// Other suites of this process have logins of their own at the same time.
    private func webAuth(_ tenant: EmulatedTenant, _ browser: ScriptedBrowser) -> any WebAuth {
        Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).provider(browser.provider)
            .allowingConcurrentLogins()
            .redirectURL(URL(string: "http://127.0.0.1:0/callback") ?? URL(filePath: "/"))
    }

    private func withTenant(_ body: (EmulatedTenant) async throws -> Void) async throws {
        var configuration = TenantConfiguration()
        configuration.allowsAnyLoopbackPort = true
        try await withLoginTurn { try await TenantEmulator.withTenant(configuration, body) }
    }

    @Test func `a user logs in and out`() async throws {
        try await withTenant { tenant in
            let browser = ScriptedBrowser(tenant, user: "john@example.com")

            let credentials = try await webAuth(tenant, browser).scope("openid profile email").start()
            try await webAuth(tenant, browser).clearSession()

            #expect(!credentials.accessToken.isEmpty)
            #expect(browser.openedURLs.map { $0.path() } == ["/authorize", "/v2/logout"])
            #expect(tenant.journal.contains { $0.path == "/authorize" })
        }
    }

    @Test func `users refuse, close the window, and do not answer`() async throws {
        try await withTenant { tenant in
            let refused = await #expect(throws: WebAuthError.self) {
                try await webAuth(tenant, .refusing(tenant)).start()
            }
            #expect((refused?.cause as? AuthenticationError)?.isAccessDenied == true)
            await #expect(throws: WebAuthError.userCancelled) {
                try await webAuth(tenant, .closing()).start()
            }
            await #expect(throws: WebAuthError.timedOut) {
                try await webAuth(tenant, .waiting()).timeout(.milliseconds(1)).start()
            }
        }
    }

    @Test func `a user who does not exist is named`() async throws {
        try await withTenant { tenant in
            let error = await #expect(throws: WebAuthError.self) {
                try await webAuth(tenant, ScriptedBrowser(tenant, user: "nobody@example.com")).start()
            }
            let text = String(describing: error?.cause)
            #expect(text.contains("nobody@example.com"))
        }
    }

    @Test func `an invitation, and a login that has to be repeated`() async throws {
        try await withTenant { tenant in
            let browser = ScriptedBrowser(tenant, user: "john@example.com")
            let again = try await webAuth(tenant, browser).parameters(["prompt": "login consent"]).start()
            #expect(!again.idToken.isEmpty)
        }
    }

    @Test func `a fault changes the response`() async throws {
        try await withTenant { tenant in
            tenant.faults.set(.status(503), on: "/oauth/token", times: 1)
            let error = await #expect(throws: WebAuthError.self) {
                try await webAuth(tenant, ScriptedBrowser(tenant, user: "john@example.com")).start()
            }
            #expect(error == .codeExchangeFailed)
        }
    }
}
