import Auth0
import Foundation
import TenantEmulator
import Testing
import WebDriverClient

/// Logins with a second factor, through the SDK and a real browser.
@Suite struct SecondFactorFlowTests {
    private let tenant: EmulatedTenant
    private let application: TestApplication

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        tenant.clock.stop()
        application = TestApplication(tenant)
    }

    /// Logs in with a password, and chooses another second factor than the first.
    private func choose(_ way: String, mode: String, _ browser: Browser, _ page: URL) async throws {
        try await browser.visit(page.absoluteString)
        try await browser.logIn(as: "mfa@example.com")
        try await browser.click("details.ways summary")
        try await browser.click("button[value='\(way)']")
        try await browser.wait(for: "input[name='mode'][value='\(mode)']")
    }

    @Test func `asks for a second factor`() async throws {
        try await withBrowser { browser in
            let credentials = try await application.run {
                try await $0.start()
            } person: { page in
                try await choose("email|dev_0000000000000003", mode: "oob", browser, page)
                try await browser.type(tenant.latestCode(to: "mfa@example.com") ?? "", into: "#code")
                try await browser.click("form[action='/u/mfa'] button")
            }

            #expect(try credentials.claim("email") == "mfa@example.com")
            #expect(try credentials.methods == ["mfa"])
        }
    }

    @Test func `continues when the user has approved on the phone`() async throws {
        try await withBrowser { browser in
            let credentials = try await application.run {
                try await $0.start()
            } person: { page in
                try await choose("push|dev_0000000000000004", mode: "push", browser, page)
                #expect(tenant.approvePush(for: "mfa@example.com") == 1)
                try await browser.click("form[action='/u/mfa'] button")
            }

            #expect(try credentials.methods == ["mfa"])
        }
    }

    @Test func `signs up and logs in with a passkey of the browser`() async throws {
        try await withBrowser { browser in
            let authenticator = try await browser.addAuthenticator()
            let first = try await application.run {
                try await $0.parameters(["screen_hint": "signup"]).start()
            } person: { page in
                try await browser.visit(page.absoluteString)
                try await browser.type("key@example.com", into: "#email")
                try await browser.click("button[formaction='/u/passkey/begin']")
            }
            let second = try await application.run {
                try await $0.parameters(["prompt": "login"]).start()
            } person: { page in
                try await browser.visit(page.absoluteString)
                try await browser.click("form[action='/u/passkey/begin'] button")
            }
            try await browser.removeAuthenticator(authenticator)

            #expect(try first.claim("email") == "key@example.com")
            #expect(try second.claim("sub") == first.claim("sub"))
        }
    }

    @Test func `E16 a browser without a passkey can try again, and go back to log in another way`() async throws {
        try await withBrowser { browser in
            let authenticator = try await browser.addAuthenticator()
            let credentials = try await application.run {
                try await $0.start()
            } person: { page in
                try await browser.visit(page.absoluteString)
                try await browser.click("form[action='/u/passkey/begin'] button")
                try await browser.wait(for: "#ask:not([hidden])")
                try await browser.wait(for: "#failure:not([hidden])")
                try await browser.click(".aside a")
                try await browser.logIn()
            }
            try await browser.removeAuthenticator(authenticator)

            #expect(try credentials.claim("email") == "john@example.com")
        }
    }
}
