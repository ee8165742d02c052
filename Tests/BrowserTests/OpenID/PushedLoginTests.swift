import Auth0
import Foundation
import OpenID
import TenantEmulator
import Testing
import WebDriverClient

/// Logins whose parameters are pushed to the tenant before the browser opens.
@Suite struct PushedLoginTests {
    private let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start(.anyPort) }

    @Test func `A7 the address of a pushed login carries only its request URI`() async throws {
        try await withBrowser { browser in
            let (addresses, address) = AsyncStream<String>.makeStream()
            let window = LoginWindow { page, ended in
                SteeredPage(address: page.absoluteString, addresses: address, ended: ended)
            }
            let client = try await OpenID.discover(tenant.domain + "/").start().client(
                id: "emulatorPushes000000000000000001",
                authentication: .secretBasic("a-secret-to-push-requests-with-in-2026"))
            let task = Task {
                defer { address.finish() }
                return try await client.login().pushing().window(window).allowingConcurrentLogins().start()
            }
            var opened = ""
            for await page in addresses {
                opened = page
                break
            }
            if !opened.isEmpty {
                try await browser.visit(opened)
                try await browser.logIn()
            }
            let credentials = try await task.value
            let names = URLComponents(string: opened)?.queryItems?.map(\.name)

            #expect(names == ["client_id", "request_uri"])
            #expect(!credentials.idToken.isEmpty)
        }
    }

    @Test func `A7 webAuth() pushes, too, and reports a refusal of the tenant`() async throws {
        try await withBrowser { browser in
            let credentials = try await TestApplication(tenant).run {
                try await $0.pushing().start()
            } person: { page in
                let address = page.absoluteString
                #expect(!address.contains("code_challenge") && address.contains("request_uri=urn"))
                try await browser.visit(address)
                try await browser.logIn()
            }
            #expect(!credentials.idToken.isEmpty)
        }
        let refused = Auth0.webAuth(clientId: "emulatorPushes000000000000000001", domain: tenant.domain).onFreePort
            .pushing()
            .allowingConcurrentLogins()
        let error = await #expect(throws: WebAuthError.self) { _ = try await refused.start() }
        #expect(error == .authenticationFailed)
        #expect(error?.cause is AuthenticationError)
    }
}
