import JOSE
import Testing

@testable import OpenID

/// Tokens of an issuer that are not access tokens, presented to a verifier of access tokens.
@Suite struct OtherTokenTests {
    private let time = ManualTime()
    private let key: SigningKey

    init() throws { key = try StubIssuer.key("k1") }

    private static let event: [String: any Sendable] = [
        "http://schemas.openid.net/event/backchannel-logout": [String: any Sendable]()
    ]

    /// The kinds of tokens, with the claims and the type with which they are issued.
    private static let kinds: [(name: String, type: String?, claims: [String: (any Sendable)?])] = [
        ("an ID token", "JWT", ["nonce": "n", "at_hash": "h"]),
        ("an ID token without a nonce", "JWT", [:]),
        ("a refreshed ID token", "JWT", ["sid": "s", "auth_time": 1]),
        ("an ID token without a type", nil, [:]),
        ("an ID token with its client", "JWT", ["azp": StubIssuer.client]),
        ("an ID token with its client in another claim", "JWT", ["client_id": StubIssuer.client, "scope": "openid"]),
        ("an ID token with its client in a second claim", "JWT", ["azp": "c", "client_id": StubIssuer.client]),
        ("an ID token with a custom claim", "JWT", ["cid": "customer 7"]),
        ("an ID token for two audiences", "JWT", ["aud": [StubIssuer.client, "b"], "azp": StubIssuer.client]),
        ("a logout token", "logout+jwt", ["events": event]),
        ("a logout token without a type", nil, ["events": event]),
        ("a proof of possession", "dpop+jwt", ["htm": "GET", "htu": "https://a.example", "jti": "1", "azp": "c"]),
        ("a client assertion", "client-authentication+jwt", ["jti": "1", "azp": "c"]),
    ]

    private static let profiles: [Set<AccessTokenVerifier.Profile>] = [[.rfc9068], [.auth0], [.rfc9068, .auth0]]

    @Test(arguments: kinds.indices, profiles)
    func `J22 another token of the issuer is no access token in any format`(
        kind: Int, profiles: Set<AccessTokenVerifier.Profile>
    ) async throws {
        let (name, type, claims) = Self.kinds[kind]
        // The audience of an ID token is the client ID, so a server that expects it is the hardest case.
        let verifier = AccessTokenVerifier(
            issuer: StubIssuer.name, audience: StubIssuer.client,
            keys: .fixed(KeyRing(JSONWebKeySet(publishing: [key]))), profiles: profiles, clock: time.source)
        let text = try key.idToken(at: time.seconds, claims, type: type)

        await #expect(throws: TokenVerificationError.self, "\(name)") { try await verifier.verify(text) }
        #expect(throws: TokenVerificationError.self, "\(name)") { try verifier.verifyWithCachedKeys(text) }
    }

    @Test func `J22 an access token is one in the formats that are accepted`() async throws {
        func verifier(_ profiles: Set<AccessTokenVerifier.Profile>) -> AccessTokenVerifier {
            AccessTokenVerifier(
                issuer: StubIssuer.name, audience: "api", keys: .fixed(KeyRing(JSONWebKeySet(publishing: [key]))),
                profiles: profiles, clock: time.source)
        }
        let auth0 = try key.idToken(at: time.seconds, ["aud": "api", "azp": StubIssuer.client])
        let standard = try key.idToken(
            at: time.seconds, ["aud": "api", "client_id": StubIssuer.client, "jti": "1"], type: "at+jwt")

        _ = try await verifier([.auth0]).verify(auth0)
        _ = try await verifier([.rfc9068]).verify(standard)
        await #expect(throws: TokenVerificationError.self) { try await verifier([.rfc9068]).verify(auth0) }
        await #expect(throws: TokenVerificationError.self) { try await verifier([.auth0]).verify(standard) }
    }
}
