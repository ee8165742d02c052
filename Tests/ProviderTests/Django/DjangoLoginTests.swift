import JOSE
import OpenID
import ProgramRunner
import Testing
import WebDriverClient

/// Logins at an independent provider.
@Suite(.enabled(if: DjangoProvider.isExpected), .timeLimit(.minutes(30))) struct DjangoLoginTests {
    private let browser = PlainBrowser()
    private let alice = DjangoProvider.Person()

    @Test func `discovery by either document`() async throws {
        let issuer = try await DjangoProvider.ofProcess().issuer

        let openID = try await discover(issuer).start().metadata
        let oauth = try await discover(issuer, from: .authorizationServer).start().metadata

        #expect(openID.issuer == issuer && oauth.issuer == issuer)
        #expect(openID.tokenEndpoint == oauth.tokenEndpoint)
        #expect(openID.endSessionEndpoint?.string == issuer + "/logout/")
        #expect(openID.includesIssuerInResponse)
        #expect(oauth.registrationEndpoint?.string == issuer + "/register/")
    }

    @Test(arguments: [nil, "http://127.0.0.1", "http://[::1]"])
    func `code and proof key, redirected to any port of either loopback address`(host: String?) async throws {
        let django = try await DjangoProvider.ofProcess()
        let client = try await django.client()
        var login = client.login().window(django.window(of: alice, in: browser)).allowingConcurrentLogins()
        if let host { login = login.redirectURI("\(host):\(try FreePort.find())/callback") }

        let credentials = try await login.start()
        let token = try decode(jwt: credentials.idToken)
        let profile = try await client.userInfo(of: credentials).start()

        #expect(token.issuer == django.issuer)
        #expect(token.audience == [DjangoProvider.native])
        #expect(profile.sub == token.subject)
        #expect(profile.email == alice.email)
        #expect(await browser.address.hasPrefix("\(host ?? "http://127.0.0.1"):"))
    }

    @Test func `a server authenticates with a secret of any characters in the header`() async throws {
        let django = try await DjangoProvider.ofProcess()
        let client = try await django.provider().client(
            id: DjangoProvider.server.id, authentication: .secretBasic(DjangoProvider.server.secret))

        let credentials = try await client.login().window(django.window(of: alice, in: browser))
            .allowingConcurrentLogins()
            .start()

        #expect(try decode(jwt: credentials.idToken).audience == [DjangoProvider.server.id])
    }

    @Test func `prompt none requires a login first, and succeeds after it`() async throws {
        let django = try await DjangoProvider.ofProcess()
        let client = try await django.client()
        let silent = client.login().prompt("none").window(SteeredWindow.of(browser)).allowingConcurrentLogins()

        // The refusal has no issuer, although the metadata announce one for every response.
        let before = await failure { try await silent.start() }
        _ = try await client.login().window(django.window(of: alice, in: browser)).allowingConcurrentLogins().start()
        let after = await failure { try await silent.start() }

        #expect(before?.code == .issuerMismatch)
        #expect(after == nil)
    }

    @Test func `RP-initiated logout ends the session in the browser, and returns`() async throws {
        let django = try await DjangoProvider.ofProcess()
        let client = try await django.client()
        let credentials = try await client.login().window(django.window(of: alice, in: browser))
            .allowingConcurrentLogins()
            .start()

        try await client.logout(of: credentials).window(SteeredWindow.of(browser)).allowingConcurrentLogins().start()
        try await browser.visit(django.origin)

        #expect(await browser.page == "user: AnonymousUser")
    }

    @Test func `a real browser logs in at the real page, twice with one password`() async throws {
        let django = try await DjangoProvider.ofProcess()
        let client = try await django.client()

        try await withBrowser { chromium in
            let first = try await client.login().window(django.window(of: alice, in: chromium))
                .allowingConcurrentLogins().start()
            #expect(try await chromium.text("h1") == "You are logged in")
            #expect(try await !chromium.address.contains("code="))
            // No form is left to fill in.
            let second = try await client.login().window(SteeredWindow.of { try await chromium.visit($0) })
                .allowingConcurrentLogins().start()

            #expect(try decode(jwt: first.idToken).subject == decode(jwt: second.idToken).subject)
            #expect(first.accessToken != second.accessToken)
        }
    }
}
