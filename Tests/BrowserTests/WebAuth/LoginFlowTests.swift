import Auth0
import Foundation
import TenantEmulator
import Testing
import WebDriverClient

/// `Auth0.webAuth()` with a real browser, the emulator's pages and the real listener on loopback.
@Suite struct LoginFlowTests {
    private let tenant: EmulatedTenant
    private let application: TestApplication

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        tenant.clock.stop()
        application = TestApplication(tenant)
    }

    @Test func `A12 logs in, shows a page without the code, and skips the prompt the next time`() async throws {
        try await withBrowser { browser in
            let first = try await application.logIn(browser)
            #expect(try await browser.text("h1") == "You are logged in")
            #expect(try await !browser.address.contains("code="))
            let second = try await application.run {
                try await $0.start()
            } person: { page in
                // There is no prompt.
                try await browser.visit(page.absoluteString)
            }

            #expect(!first.idToken.isEmpty)
            #expect(try second.claim("sid") == first.claim("sid"))
            #expect(first.accessToken != second.accessToken)
        }
    }

    @Test func `a wrong password keeps the login waiting, and the right one ends it`() async throws {
        try await withBrowser { browser in
            let credentials = try await application.run {
                try await $0.parameters(["login_hint": "john@example.com"]).start()
            } person: { page in
                try await browser.visit(page.absoluteString)
                #expect(try await browser.attribute("value", of: "#username") == "john@example.com")
                try await browser.logIn(password: "wrong")
                #expect(try await browser.text("#error") == "Wrong username or password.")
                try await browser.logIn()
            }

            #expect(credentials.tokenType == "Bearer")
            #expect(try credentials.claim("email") == "john@example.com")
        }
    }

    @Test func `row 1 signs up, by the hint and by the link on the login page`() async throws {
        for (parameters, address) in [(["screen_hint": "signup"], "hinted@example.com"), ([:], "new@example.com")] {
            try await withBrowser { browser in
                let credentials = try await application.run {
                    try await $0.parameters(parameters).start()
                } person: { page in
                    try await browser.visit(page.absoluteString)
                    if parameters.isEmpty { try await browser.click("a[href^='/u/signup']") }
                    try await browser.type(address, into: "#email")
                    try await browser.type("Fresh-2026!", into: "#password")
                    try await browser.click("form[action='/u/signup'] button")
                }

                #expect(try credentials.claim("email") == address)
            }
        }
    }

    @Test func `logging out ends the session of the browser`() async throws {
        try await withBrowser { browser in
            _ = try await application.logIn(browser)
            try await application.run {
                try await $0.clearSession()
            } person: { page in
                try await browser.visit(page.absoluteString)
            }

            // The page prompts again.
            let again = try await application.logIn(browser)
            #expect(!again.idToken.isEmpty)
        }
    }

    @Test func `a refused consent is a typed error with the tenant's message, and the page says so`()
        async throws
    {
        let foreign = TestApplication(tenant, clientID: "emulatorForeign00000000000000001")
        try await withBrowser { browser in
            let error = await #expect(throws: WebAuthError.self) {
                try await foreign.run {
                    try await $0.start()
                } person: { page in
                    try await browser.visit(page.absoluteString)
                    try await browser.logIn()
                    try await browser.click("button[value='deny']")
                }
            }

            #expect(error == .authenticationFailed)
            let cause = try #require(error?.cause as? AuthenticationError)
            #expect(cause.isAccessDenied)
            #expect(cause.message == "User did not authorize the request")
            #expect(try await browser.text("h1") == "The login was not completed")
        }
    }

    @Test func `A11 of two simultaneous redirects the first wins, and one code is redeemed`() async throws {
        try await withBrowser { browser in
            var callback = ""
            let credentials = try await application.run {
                try await $0.start()
            } person: { page in
                callback =
                    URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?
                    .first { $0.name == "redirect_uri" }?.value ?? ""
                try await browser.visit(page.absoluteString)
                try await browser.fillIn()
                try await browser.run("addEventListener('storage', () => document.forms[0].submit())")
                try await browser.openTab()
                try await browser.visit(page.absoluteString)
                try await browser.fillIn()
                // The background tab notices it, and does the same.
                try await browser.run("localStorage.setItem('now', '1'); document.forms[0].submit()")
            }
            var titles: [String] = []
            for tab in try await browser.tabs {
                try await browser.switchTab(to: tab)
                try await browser.arrival(at: callback)
                titles.append(try await browser.text("h1"))
            }

            #expect(!credentials.accessToken.isEmpty)
            #expect(titles.count == 2)
            #expect(titles.count { $0 == "You are logged in" } == 1)
            #expect(tenant.journal.count { $0.path == "/oauth/token" } == 1)
        }
    }
}
