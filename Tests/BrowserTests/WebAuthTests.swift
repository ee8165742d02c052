import Auth0
import Foundation
import OpenID
import TenantEmulator
import Testing
import WebDriver

/// `Auth0.webAuth()` with a real browser, the emulator's pages and the real listener on loopback.
@Suite struct WebAuthTests {
    private let tenant: EmulatedTenant

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
    }

    /// A user agent that a test steers: it hands the address over.
    private struct Handover: WebAuthUserAgent {
        let url: URL
        let addresses: AsyncStream<URL>.Continuation
        let callback: WebAuthProviderCallback

        func start() { addresses.yield(url) }
        func finish(with result: WebAuthResult<Void>) { callback(result) }
    }

    /// Starts something in a browser, and gives its page to `person`.
    private func run<Value: Sendable>(
        _ start: @escaping @Sendable (WebAuth) async throws -> Value, person: (String) async throws -> Void
    ) async throws -> Value {
        let (addresses, address) = AsyncStream<URL>.makeStream()
        let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).allowingOthers()
            .provider { url, callback in Handover(url: url, addresses: address, callback: callback) }
        let task = Task { try await start(webAuth) }
        for await url in addresses {
            try await person(url.absoluteString)
            break
        }
        return try await task.value
    }

    @Test func `A12 logs in, shows a page without the code, and is logged in the next time`() async throws {
        try await withBrowser { browser in
            let first = try await run {
                try await $0.start()
            } person: { page in
                try await browser.visit(page)
                try await browser.logIn()
            }
            #expect(try await browser.text("h1") == "You are logged in")
            #expect(try await !browser.address.contains("code="))
            let second = try await run {
                try await $0.start()
            } person: { page in
                try await browser.visit(page)
            }

            #expect(!first.idToken.isEmpty)
            #expect(!second.idToken.isEmpty)
            #expect(first.accessToken != second.accessToken)
        }
    }

    @Test func `a wrong password keeps the login waiting, and the right one ends it`() async throws {
        try await withBrowser { browser in
            let credentials = try await run {
                try await $0.start()
            } person: { page in
                try await browser.visit(page)
                try await browser.logIn(password: "wrong")
                try await browser.wait(for: "#error")
                try await browser.logIn()
            }

            #expect(credentials.tokenType == "Bearer")
        }
    }

    @Test func `A7 a pushed login carries nothing but its name`() async throws {
        try await withBrowser { browser in
            let (addresses, address) = AsyncStream<String>.makeStream()
            let window = LoginWindow { page, ended in
                Page(address: page.string, addresses: address, ended: ended)
            }
            let client = try await OpenID.discover(tenant.domain + "/").start().client(
                id: "emulatorPushes000000000000000001",
                authentication: .secretBasic("a-secret-to-push-requests-with-in-2026"))
            let task = Task { try await client.login().pushing().window(window).allowingOthers().start() }
            var opened = ""
            for await page in addresses {
                opened = page
                break
            }
            try await browser.visit(opened)
            try await browser.logIn()
            let credentials = try await task.value
            let names = URLComponents(string: opened)?.queryItems?.map(\.name)

            #expect(names == ["client_id", "request_uri"])
            #expect(!credentials.idToken.isEmpty)
        }
    }

    @Test func `A7 webAuth() pushes too, and says what the tenant has against it`() async throws {
        try await withBrowser { browser in
            let credentials = try await run {
                try await $0.pushing().start()
            } person: { page in
                #expect(!page.contains("code_challenge") && page.contains("request_uri=urn"))
                try await browser.visit(page)
                try await browser.logIn()
            }
            #expect(!credentials.idToken.isEmpty)
        }
        let refused = Auth0.webAuth(clientId: "emulatorPushes000000000000000001", domain: tenant.domain).pushing()
            .allowingOthers()
        let error = await #expect(throws: WebAuthError.self) { _ = try await refused.start() }
        #expect(error == .authenticationFailed)
        #expect(error?.cause is AuthenticationError)
    }

    /// A page of `OpenID` that a test steers.
    private struct Page: UserAgent {
        let address: String
        let addresses: AsyncStream<String>.Continuation
        let ended: LoginWindow.Ended

        func start() { addresses.yield(address) }
        func finish(with result: Result<Void, AuthorizationError>) { ended(result) }
    }

    @Test func `logging out ends the session of the browser`() async throws {
        try await withBrowser { browser in
            _ = try await run {
                try await $0.start()
            } person: { page in
                try await browser.visit(page)
                try await browser.logIn()
            }
            try await run {
                try await $0.clearSession()
            } person: { page in
                try await browser.visit(page)
            }

            let again = try await run {
                try await $0.start()
            } person: { page in
                try await browser.visit(page)
                // The page asks again.
                try await browser.logIn()
            }
            #expect(!again.idToken.isEmpty)
        }
    }
}
