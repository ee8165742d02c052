import JOSE
import OpenID
import OpenIDDoubles
import TenantEmulator
import Testing

/// Client authentication, by the names of the OpenID Foundation's modules.
@Suite struct ClientModuleTests {
    private let party: RelyingParty

    init() throws { party = try RelyingParty() }

    /// A server that registers itself.
    private func server(_ method: String) async throws -> (ClientRegistration, OpenIDClient) {
        var metadata = ClientMetadata(name: "A server")
        metadata.tokenEndpointAuthMethod = method
        let provider = try await party.provider()
        let registration = try await provider.register(metadata).start()
        return (registration, provider.client(registration))
    }

    @Test func `oidcc-client-test-client-secret-basic`() async throws {
        let (registration, client) = try await server("client_secret_basic")

        let credentials = try await party.logIn(client)
        let request = try #require(party.requests("/oauth/token").first)

        #expect(try decode(jwt: credentials.idToken).audience == [registration.clientID])
        #expect(request.headers["authorization"]?.hasPrefix("Basic ") == true)
        #expect(!request.text.contains("client_secret"))
    }

    @Test func `client_secret_post`() async throws {
        let (registration, client) = try await server("client_secret_post")

        let credentials = try await party.logIn(client)
        let request = try #require(party.requests("/oauth/token").first)

        #expect(try decode(jwt: credentials.idToken).audience == [registration.clientID])
        #expect(request.headers["authorization"] == nil)
        #expect(request.text.contains("client_secret="))
    }

    @Test func `oidcc-client-test-dynamic-registration: native, without a secret`() async throws {
        let provider = try await party.provider()

        let registration = try await provider.register(ClientMetadata(name: "A terminal")).start()
        let credentials = try await party.logIn(provider.client(registration))

        #expect(registration.clientSecret == nil)
        #expect(registration.registrationAccessToken != nil)
        #expect(registration["client_name"] as? String == "A terminal")
        #expect(try decode(jwt: credentials.idToken).audience == [registration.clientID])
    }

    @Test func `a registration that is refused says why`() async throws {
        let provider = try await party.provider()

        let error = await failure {
            try await provider.register(ClientMetadata(redirectURIs: ["http://app.example.com/callback"])).start()
        }

        #expect(error?.code == .refused)
        #expect(error?.providerCode == "invalid_redirect_uri")
    }

    @Test func `RFC 7662 7009 introspection before and after revocation`() async throws {
        let (_, server) = try await server("client_secret_basic")
        let credentials = try await party.logIn(server)

        let before = try await server.introspect(credentials.accessToken).start()
        try await server.revoke(credentials.accessToken, hint: .accessToken).start()
        let after = try await server.introspect(credentials.accessToken).start()
        let error = await failure { try await server.userInfo(of: credentials).start() }

        #expect(before.isActive && before.subject == RelyingParty.subject && before.clientID == server.id)
        #expect(!after.isActive && after.subject == nil)
        #expect(error?.statusCode == 401)
    }

    /// Approves a login of a device and returns its tokens.
    private func logInDevice(_ client: OpenIDClient) async throws -> Credentials {
        let alarm = ManualAlarm()
        party.tenant.clock.stop()
        let authorization = try await client.deviceAuthorization().start()
        try party.tenant.approveDevice(userCode: authorization.userCode, as: RelyingParty.user)
        async let login = client.login(deviceAuthorization: authorization).timed(by: alarm.time, alarm.alarm).start()
        let delay = try #require(await alarm.nextDelay())
        party.tenant.clock.advance(by: delay)
        alarm.advance(by: delay)
        return try await login
    }

    @Test func `RFC 8628 a device may get no ID token, and never one that is wrong`() async throws {
        let client = try await party.client()
        let grant = "urn:ietf:params:oauth:grant-type:device_code"

        let usual = try await logInDevice(client)
        party.tenant.faults.set(
            .alter(try .init(["id_token": JSONNull()])), on: "/oauth/token", grant: grant, times: 1)
        let without = try await logInDevice(client)
        party.tenant.faults.set(.tamper(.subMissing), on: "/oauth/token", grant: grant)
        let error = await failure { try await logInDevice(client) }

        #expect(try decode(jwt: usual.idToken).subject == RelyingParty.subject)
        #expect(without.idToken.isEmpty && !without.accessToken.isEmpty)
        #expect(error?.code == .tokenInvalid && error?.tokenError?.claim == "sub")
    }

    @Test func `RFC 9126 the browser carries only the request URI of the pushed parameters`() async throws {
        let client = try await party.client()

        _ = try await client.login().pushing().window(party.window).allowingConcurrentLogins().start()
        let request = try #require(party.requests("/authorize").first)

        #expect(party.requests("/oauth/par").count == 1)
        #expect(request.query?.contains("request_uri=") == true)
        #expect(request.query?.contains("state=") == false)
    }
}
