import ByteEncodings
import JOSE
import TenantEmulator
import Testing

@Suite struct SignedUserInfoTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws {
        let seed = try TenantSeed(
            json: Array(
                """
                {"clients": [{"client_id": "signed", "userinfo_signed_response_alg": "RS256"}],
                 "connections": [{"name": "\(TestClient.realm)", "strategy": "auth0"}],
                 "users": [{"connection": "\(TestClient.realm)", "email": "john@example.com",
                            "password": "\(TestClient.password)", "user_id": "auth0|1"}]}
                """.utf8))
        tenant = try .withStoppedClock { $0.seed = seed }
    }

    private func userInfo() async throws -> TestResponse {
        let token = try await client.logIn()["access_token"]
        return try await client.get("/userinfo", token: token)
    }

    private func verify(_ response: TestResponse) async throws -> VerifiedJWT {
        let keys = try JSONWebKeySet(parsing: await client.get("/.well-known/jwks.json").body)
        return try KeyRing(keys).verifiedToken(response.text)
    }

    @Test func `contains issuer, subject and audience`() async throws {
        let response = try await userInfo()

        let token = try await verify(response)

        #expect(response.header("content-type") == "application/jwt")
        #expect(token.issuer == tenant.issuer)
        #expect(token.audience == ["signed"])
        #expect(token["sub"].string == "auth0|1")
        #expect(token["email"].string == "john@example.com")
    }

    @Test(arguments: [("sub-other", "sub"), ("sub-missing", "sub"), ("aud-other", "aud"), ("iss-other", "iss")])
    func `J13 J14 a fault alters its claims`(name: String, claim: String) async throws {
        let genuine = try await verify(userInfo())
        tenant.faults.set(.tamper(try TokenTampering(named: name)), on: "/userinfo", times: 1)

        let changed = try await verify(userInfo())

        #expect(changed[claim].string != genuine[claim].string || changed.audience != genuine.audience)
    }

    @Test(arguments: ["alg-none", "signature-flipped", "signature-foreign", "alg-confused"])
    func `J1 J2 a fault alters its signature`(name: String) async throws {
        tenant.faults.set(.tamper(try TokenTampering(named: name)), on: "/userinfo", times: 1)

        let response = try await userInfo()

        #expect(response.status == 200)
        await #expect(throws: JOSEError.self) { try await verify(response) }
    }
}
