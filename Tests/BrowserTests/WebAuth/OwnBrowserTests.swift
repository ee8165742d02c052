import Auth0
import Foundation
import ProgramRunner
import TenantEmulator
import Testing

/// Browsers that the SDK starts itself, controlled only by the pages.
@Suite struct OwnBrowserTests {
    @Test func `row 11 private windows share no session, and BROWSER names the user's browser`() async {
        await #expect(processExitsWith: .success) {
            let chromium = try RealBrowser.install()
            defer { chromium.remove() }
            let tenant = try RealBrowser.tenant(RealBrowser.eagerPage)
            let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).timeout(.seconds(240))

            let first = try await webAuth.useEphemeralSession().start()
            let second = try await webAuth.useEphemeralSession().start()
            let third = try await webAuth.start()

            let sessions = Set(try [first, second, third].map { try $0.claim("sid") })
            #expect(sessions.count == 3)
            #expect(tenant.journal.count { $0.path == "/u/login" && $0.method == "POST" } == 3)
        }
    }

    @Test func `C1 closing the private window ends the login, and the error names the URL to allow`() async {
        await #expect(processExitsWith: .success) {
            let chromium = try RealBrowser.install()
            defer { chromium.remove() }
            let tenant = try RealBrowser.tenant(RealBrowser.closingPage)
            let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).timeout(.seconds(240))

            let error = await #expect(throws: WebAuthError.self) { try await webAuth.useEphemeralSession().start() }

            #expect(error == .userCancelled)
            #expect(error?.description.contains("(Allowed Callback URLs) contain http://127.0.0.1:") == true)
            #expect(tenant.journal.contains { $0.path == "/u/login" })
        }
    }

    @Test func `C6 a login that a server has begun ends with a code that the server exchanges`() async {
        await #expect(processExitsWith: .success) {
            let chromium = try RealBrowser.install()
            defer { chromium.remove() }
            let tenant = try RealBrowser.tenant(RealBrowser.eagerPage)
            let server = PushingServer(tenant, redirectURI: "http://127.0.0.1:\(try FreePort.find())/callback")
            let login = Auth0.authorizeWithRequestUri(clientId: PushingServer.clientID, domain: tenant.domain)
                .state(server.state).redirectURL(try #require(URL(string: server.redirectURI)))
                .timeout(.seconds(240))

            let response = try await login.start(requestUri: server.push())
            let tokens = try await server.exchange(response.code)
            let again = try await server.exchange(response.code)

            #expect(response.state == server.state)
            #expect(tokens["id_token"]?.string?.isEmpty == false)
            #expect(again["error"]?.string == "invalid_grant")
            // The requests of the server, and none of the application.
            #expect(tenant.journal.count { $0.path == "/oauth/par" } == 1)
            #expect(tenant.journal.count { $0.path == "/oauth/token" } == 2)
        }
    }
}
