import OpenID
import TenantEmulator
import Testing

/// How relying parties say who they are, by the names of the OpenID Foundation's modules.
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
        #expect(request.header("authorization")?.hasPrefix("Basic ") == true)
        #expect(!request.text.contains("client_secret"))
    }

    @Test func `client_secret_post`() async throws {
        let (registration, client) = try await server("client_secret_post")

        let credentials = try await party.logIn(client)
        let request = try #require(party.requests("/oauth/token").first)

        #expect(try decode(jwt: credentials.idToken).audience == [registration.clientID])
        #expect(request.header("authorization") == nil)
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

    @Test func `RFC 7662 7009 a server learns what a token is worth, before and after its end`() async throws {
        let (_, server) = try await server("client_secret_basic")
        let credentials = try await party.logIn(server)

        let before = try await server.introspect(credentials.accessToken).start()
        try await server.revoke(credentials.accessToken, hint: "access_token").start()
        let after = try await server.introspect(credentials.accessToken).start()
        let error = await failure { try await server.userInfo(of: credentials).start() }

        #expect(before.isActive && before.subject == RelyingParty.subject && before.clientID == server.id)
        #expect(!after.isActive && after.subject == nil)
        #expect(error?.statusCode == 401)
    }

    @Test func `RFC 9126 the browser carries only a name for what was pushed`() async throws {
        let client = try await party.client()

        _ = try await client.login().pushing().window(party.window).allowingOthers().start()
        let request = try #require(party.requests("/authorize").first)

        #expect(party.requests("/oauth/par").count == 1)
        #expect(request.query?.contains("request_uri=") == true)
        #expect(request.query?.contains("state=") == false)
    }
}
