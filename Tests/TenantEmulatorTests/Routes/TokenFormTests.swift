import ByteEncodings
import JOSE
import OpenSSLCryptography
import TenantEmulator
import Testing

@Suite struct TokenFormTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `issues access tokens in the dialect of their API`() async throws {
        let own = try await client.logIn(audience: "https://api.example.com/", scope: "openid read:todos")
        let standard = try await client.logIn(audience: "https://standard.example.com/", scope: "openid read:files")

        let (ownToken, standardToken) = (own["access_token"] ?? "", standard["access_token"] ?? "")
        #expect(try CompactJWS(ownToken).header.type == "jwt")
        #expect(try CompactJWS(standardToken).header.type == "at+jwt")
        #expect(claims(of: ownToken)?["azp"]?.string == tenant.clientID)
        #expect(claims(of: ownToken)?["client_id"] == nil)
        #expect(claims(of: standardToken)?["client_id"]?.string == tenant.clientID)
        #expect(claims(of: standardToken)?["azp"] == nil)
        #expect(claims(of: standardToken)?["scope"]?.string == "openid read:files")
        #expect(try await client.get("/userinfo", token: standardToken).status == 200)
    }

    @Test func `access tokens contain permissions if the API is configured so`() async throws {
        func permissions(_ username: String, _ audience: String) async throws -> [String?]? {
            let response = try await client.logIn(username, audience: audience, scope: "openid read:reports")
            return claims(of: response["access_token"])?["permissions"]?.elements?.map(\.string)
        }

        #expect(
            try await permissions("admin@example.com", "https://rbac.example.com/") == [
                "read:reports", "write:reports",
            ])
        #expect(try await permissions("john@example.com", "https://rbac.example.com/") == [])
        #expect(try await permissions("admin@example.com", "https://standard-rbac.example.com/") == ["write:files"])
        #expect(try await permissions("admin@example.com", "https://api.example.com/") == nil)
    }

    @Test(arguments: TenantConfiguration.SigningAlgorithm.allCases)
    func `signs with the tenant's algorithm and accepts its own tokens`(
        algorithm: TenantConfiguration.SigningAlgorithm
    ) async throws {
        let tenant = try EmulatedTenant.start { $0.signingAlgorithm = algorithm }
        let client = TestClient(tenant)

        let login = try await client.logIn()
        let keys = try JSONWebKeySet(parsing: await client.get("/.well-known/jwks.json").body)
        let token = try KeyRing(keys).verifiedToken(login["id_token"] ?? "")
        let document = try await client.get("/.well-known/openid-configuration").json

        #expect(token.signedHeader.algorithm.rawValue == algorithm.rawValue)
        #expect(document?["id_token_signing_alg_values_supported"]?.elements?.last?.string == algorithm.rawValue)
        #expect(try await client.get("/userinfo", token: login["access_token"]).status == 200)
    }

    @Test func `J16 the ID token contains hashes of the access token and the code`() async throws {
        let response = try await client.logIn()

        let hash = claims(of: response["id_token"])?["at_hash"]?.string
        #expect(hash == SignatureAlgorithm.rs256.halfHash(of: response["access_token"] ?? ""))
        #expect(claims(of: response["id_token"])?["c_hash"] == nil)
    }

    @Test func `signs ID tokens of an HS256 client with its secret`() async throws {
        let response = try await client.tokens([
            "grant_type": "password", "username": "john@example.com", "password": TestClient.password,
            "client_id": "emulatorSymmetric000000000000001", "scope": "openid",
            "client_secret": "a-secret-that-signs-ID-tokens-in-2026", "audience": "https://api.example.com/",
        ])

        let secret = SecretBytes(Array("a-secret-that-signs-ID-tokens-in-2026".utf8))
        let token = try KeyRing([VerificationKey(secret: secret, algorithm: .hs256)]).verifiedToken(
            response["id_token"] ?? "")
        #expect(token.subject == "auth0|000000000000000000000001")
        #expect(try CompactJWS(response["access_token"] ?? "").header.algorithm == .rs256)
    }

    @Test func `ID tokens contain the end of a limited session`() async throws {
        let client = TestClient(try .start { $0.sessionLifetime = .seconds(3600) })

        let token = claims(of: try await client.logIn()["id_token"])

        #expect(token?["session_expiry"]?.integer == (token?["auth_time"]?.integer ?? 0) + 3600)
    }

    @Test func `ID tokens show that a second factor was used`() async throws {
        let demand = try await client.logIn("mfa@example.com")
        let response = try await client.tokens([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-otp", "mfa_token": demand["mfa_token"] ?? "",
            "otp": tenant.authenticatorCode(for: "mfa@example.com") ?? "",
        ])

        let token = claims(of: response["id_token"])
        #expect(token?["amr"]?.elements == [.string("mfa")])
        #expect(token?["acr"]?.string == "http://schemas.openid.net/pape/policies/2007/06/multi-factor")
    }
}
