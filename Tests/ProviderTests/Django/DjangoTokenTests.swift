import Foundation
import HTTPMessages
import JOSE
import OpenID
import OpenIDDoubles
import Testing

/// Tokens of an independent provider, from their renewal to their end.
@Suite(.enabled(if: DjangoProvider.isExpected), .timeLimit(.minutes(30))) struct DjangoTokenTests {
    private let browser = PlainBrowser()
    private let alice = DjangoProvider.Person()

    private func loggedIn() async throws -> (OpenIDClient, Credentials) {
        let django = try await DjangoProvider.ofProcess()
        let client = try await django.client()
        let login = client.login().scope("openid email offline_access").window(django.window(of: alice, in: browser))
        return (client, try await login.allowingConcurrentLogins().start())
    }

    @Test func `a renewal rotates the refresh token, and reuse ends the whole family`() async throws {
        let (client, first) = try await loggedIn()

        let second = try await client.renew(first).start()
        let profile = try await client.userInfo(of: second).start()
        let reuse = await failure { try await client.renew(first).start() }
        let family = await failure { try await client.renew(second).start() }
        let access = await failure { try await client.userInfo(of: second).start() }

        #expect(second.refreshToken != nil && second.refreshToken != first.refreshToken)
        #expect(try decode(jwt: second.idToken).subject == decode(jwt: first.idToken).subject)
        #expect(profile.email == alice.email)
        #expect(reuse?.code == .refused && reuse?.providerCode == "invalid_grant")
        #expect(family?.code == .refused && family?.providerCode == "invalid_grant")
        #expect(access?.code == .refused && access?.statusCode == 401)
    }

    @Test func `revocation ends a session, and introspection sees it`() async throws {
        let django = try await DjangoProvider.ofProcess()
        // Its features beyond logins are in the document of RFC 8414 only.
        let provider = try await discover(django.issuer, from: .authorizationServer).start()
        let server = provider.client(
            id: DjangoProvider.server.id, authentication: .secretBasic(DjangoProvider.server.secret))
        let (client, credentials) = try await loggedIn()

        let before = try await server.introspect(credentials.accessToken).start()
        let own = provider.client(id: client.id)
        try await own.revoke(try #require(credentials.refreshToken), hint: .refreshToken).start()
        let after = try await server.introspect(credentials.accessToken).start()
        let error = await failure { try await client.renew(credentials).start() }
        try await own.revoke("never seen").start()

        #expect(before.isActive && before.clientID == DjangoProvider.native)
        #expect(before.username == alice.name)
        #expect(before.scope == "openid email offline_access")
        #expect(!after.isActive)
        #expect(error?.providerCode == "invalid_grant")
    }

    @Test func `introspection refuses a server that does not know its secret`() async throws {
        let django = try await DjangoProvider.ofProcess()
        let provider = try await discover(django.issuer, from: .authorizationServer).start()
        let stranger = provider.client(id: DjangoProvider.server.id, authentication: .secretBasic("a guess"))

        let error = await failure { try await stranger.introspect("a token").start() }

        // Django says so in HTML.
        #expect(error?.code == .responseInvalid)
        #expect(error?.statusCode == 403)
    }

    @Test func `a client registers itself and logs in, after the user has agreed`() async throws {
        let django = try await DjangoProvider.ofProcess()
        let document = try await discover(django.issuer, from: .authorizationServer).start()

        let registration = try await document.register(ClientMetadata(name: "A terminal")).start()
        let client = try await django.provider().client(registration)
        let window = SteeredWindow.of(browser) { browser in
            try await browser.logInToDjango(as: alice)
            try await browser.submit(["allow": "Authorize"])
        }
        let credentials = try await client.login().window(window).allowingConcurrentLogins().start()

        #expect(registration.clientSecret == nil)
        #expect(registration.registrationAccessToken != nil)
        #expect(try decode(jwt: credentials.idToken).audience == [registration.clientID])
    }

    @Test func `a registration that is refused says why`() async throws {
        let django = try await DjangoProvider.ofProcess()
        let document = try await discover(django.issuer, from: .authorizationServer).start()

        let error = await failure {
            try await document.register(ClientMetadata(redirectURIs: ["javascript:alert(1)"])).start()
        }

        #expect(error?.code == .refused)
        #expect(error?.providerCode == "invalid_redirect_uri" || error?.providerCode == "invalid_client_metadata")
    }

    @Test func `a device waits until its user has approved elsewhere`() async throws {
        let django = try await DjangoProvider.ofProcess()
        var metadata = try await django.provider().metadata
        // Neither document names it.
        metadata.deviceAuthorizationEndpoint = try HTTPURL(django.issuer + "/device-authorization/")
        let client = OpenIDProvider(metadata).client(id: DjangoProvider.device)
        let alarm = ManualAlarm()

        let authorization = try await client.deviceAuthorization().start()
        async let login = client.login(deviceAuthorization: authorization).timed(by: alarm.time, alarm.alarm).start()
        let first = try #require(await alarm.nextDelay())
        alarm.advance(by: first)
        let second = try #require(await alarm.nextDelay())
        try await approve(authorization)
        alarm.advance(by: second)
        let credentials = try await login

        #expect(first == .seconds(5))
        #expect(!credentials.accessToken.isEmpty)
        #expect(try await client.userInfo(of: credentials).start().email == alice.email)
    }

    private func approve(_ authorization: DeviceAuthorization) async throws {
        try await browser.visit(authorization.verificationURI.absoluteString)
        try await browser.logInToDjango(as: alice)
        try await browser.submit(["user_code": authorization.userCode])
        try await browser.submit(["action": "accept"])
    }
}
