import Auth0
import TenantEmulator
import Testing

/// Browsers that the SDK starts itself, controlled only by the pages.
@Suite struct OwnBrowserTests {
    @Test func `row 11 private windows share no session, and BROWSER names the user's browser`() async {
        await #expect(processExitsWith: .success) {
            let chromium = try RealBrowser.install()
            defer { chromium.remove() }
            let tenant = try RealBrowser.tenant(RealBrowser.eagerPage)
            let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).timeout(.seconds(100))

            let first = try await webAuth.useEphemeralSession().start()
            let second = try await webAuth.useEphemeralSession().start()
            let third = try await webAuth.start()

            let sessions = Set(try [first, second, third].map { try $0.claim("sid") })
            #expect(sessions.count == 3)
            #expect(tenant.journal.count { $0.path == "/u/login" && $0.method == "POST" } == 3)
        }
    }

    @Test func `closing the private window ends the login`() async {
        await #expect(processExitsWith: .success) {
            let chromium = try RealBrowser.install()
            defer { chromium.remove() }
            let tenant = try RealBrowser.tenant(RealBrowser.closingPage)
            let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).timeout(.seconds(100))

            let error = await #expect(throws: WebAuthError.self) { try await webAuth.useEphemeralSession().start() }

            #expect(error == .userCancelled)
            #expect(tenant.journal.contains { $0.path == "/u/login" })
        }
    }
}
