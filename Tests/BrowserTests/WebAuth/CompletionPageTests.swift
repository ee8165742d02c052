import Auth0
import Foundation
import OpenID
import TenantEmulator
import Testing
import WebDriverClient

/// The page on which a real browser ends, when it is the program's own.
@Suite struct CompletionPageTests {
    private let tenant: EmulatedTenant
    private let application: TestApplication

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        application = TestApplication(tenant)
    }

    private func logIn(_ browser: Browser, _ page: WebAuthentication.CompletionPage) async throws {
        _ = try await application.run {
            try await $0.completionPage(page).start()
        } person: { address in
            try await browser.visit(address.absoluteString)
            if try await browser.has("#username") { try await browser.logIn() }
        }
    }

    @Test func `a document of the program is shown with its style, without its scripts and without the code`()
        async throws
    {
        try await withBrowser { browser in
            let document = """
                <!doctype html><title>Notes</title><style>h1 { color: rgb(1, 2, 3) }</style>
                <h1>Welcome to Notes</h1><script>document.title = "changed"</script>
                <img src="\(tenant.domain)/favicon.ico">
                """
            try await logIn(browser, .html(document, failed: "<h1>Sorry</h1>"))

            #expect(try await browser.text("h1") == "Welcome to Notes")
            #expect(
                try await browser.run("return getComputedStyle(document.querySelector('h1')).color")
                    == .string("rgb(1, 2, 3)"))
            #expect(try await browser.run("return document.title") == .string("Notes"))
            #expect(try await !browser.address.contains("code="))
            #expect(!tenant.journal.contains { $0.path == "/favicon.ico" })
        }
    }

    @Test func `a web site of the program, and words in another language`() async throws {
        try await withBrowser { browser in
            let site = try #require(URL(string: "\(tenant.domain)/?welcome"))
            try await logIn(browser, .redirect(to: site, failed: site))
            #expect(try await browser.arrival(at: site.absoluteString) == site.absoluteString)

            let words = WebAuthentication.CompletionPage.text(
                .init(title: "Sie sind angemeldet", text: "Sie können dieses Fenster schließen."),
                failed: .init(title: "Nicht angemeldet", text: "Bitte noch einmal versuchen."), language: "de")
            try await logIn(browser, words)
            #expect(try await browser.text("h1") == "Sie sind angemeldet")
            #expect(try await browser.attribute("lang", of: "html") == "de")
        }
    }

    @Test func `an address without TLS fails before the browser opens`() async throws {
        let site = try #require(URL(string: "http://example.com/"))
        let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort
            .allowingConcurrentLogins()

        let error = await #expect(throws: WebAuthError.self) {
            try await webAuth.completionPage(.redirect(to: site, failed: site)).start()
        }

        #expect(error == .callbackUnavailable)
    }
}
