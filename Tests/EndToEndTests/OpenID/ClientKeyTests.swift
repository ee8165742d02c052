import Foundation
import JOSE
import OpenID
import TenantEmulator
import Testing

/// A client that authenticates with its key, at the emulator, which accepts each assertion once.
@Suite struct ClientKeyTests {
    private let tenant: EmulatedTenant
    private let key: SigningKey

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        key = try SigningKey(generating: .es256, id: "k1")
    }

    /// Registers a client with the public half of the key.
    private func client(_ signer: SigningKey) async throws -> OpenIDClient {
        let provider = try await OpenIDProvider.discover(tenant.domain + "/").start()
        var metadata = ClientMetadata(name: "By key", redirectURIs: ["http://127.0.0.1/callback"])
        metadata.tokenEndpointAuthMethod = "private_key_jwt"
        let published = try JSONEncoder().encode(JSONWebKeySet(publishing: [key]))
        let keys = try #require(try JSONSerialization.jsonObject(with: published) as? [String: [[String: String]]])
        metadata.additional = ["jwks": keys]
        let registration = try await provider.register(metadata).start()
        return provider.client(id: registration.clientID, authentication: .privateKeyJWT(signer))
    }

    @Test func `pushes, introspects and revokes`() async throws {
        let client = try await client(key)
        let login = client.login().pushing().redirectURI("http://127.0.0.1/callback")

        let pending = try await client.begin(login).start()
        let introspection = try await client.introspect("unknown").start()
        try await client.revoke("unknown").start()

        #expect(pending.url.contains("request_uri=urn"))
        #expect(!introspection.isActive)
    }

    @Test func `pushes a signed request, and not one of another key`() async throws {
        let client = try await client(key)
        let login = client.login().pushing().redirectURI("http://127.0.0.1/callback")

        let pending = try await client.begin(login.signingRequest(with: key)).start()
        let stranger = try SigningKey(generating: .es256, id: "k1")
        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.begin(login.signingRequest(with: stranger)).start()
        }

        #expect(pending.url.contains("request_uri=urn"))
        #expect(error?.code == .refused && error?.statusCode == 400)
    }

    @Test func `another key is refused`() async throws {
        let client = try await client(try SigningKey(generating: .es256, id: "k1"))

        let error = await #expect(throws: OpenIDError.self) { _ = try await client.introspect("unknown").start() }

        #expect(error?.code == .refused && error?.providerCode == "invalid_client")
    }
}
