import ByteEncodings
import JOSE
import TenantEmulator
import Testing

@Suite struct TokenTamperingTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func verify(_ token: String?) async throws -> VerifiedJWT {
        let keys = try JSONWebKeySet(parsing: await client.get("/.well-known/jwks.json").body)
        return try KeyRing(keys).verifiedToken(token ?? "")
    }

    @Test func `signs tokens that JOSE verifies with the key set`() async throws {
        let login = try await client.logIn(audience: "https://api.example.com/")

        let token = try await verify(login["id_token"])

        #expect(token.issuer == tenant.issuer)
        #expect(token.audience == [tenant.clientID])
        #expect(try await verify(login["access_token"])["scope"].string == "openid profile email offline_access")
    }

    @Test(arguments: TokenTampering.Signature.allCases.filter { $0 != .genuine })
    func `J1 J2 J19 creates signatures that must be refused`(signature: TokenTampering.Signature) async throws {
        tenant.faults.set(.tamper(try TokenTampering(signature: signature)), on: "/oauth/token", times: 1)

        let login = try await client.logIn()

        #expect(login.status == 200)
        await #expect(throws: JOSEError.self) { try await verify(login["id_token"]) }
    }

    @Test func `sets and removes claims and header members`() async throws {
        let tampering = try TokenTampering(
            claims: ["iss": "https://evil.example/", "sub": JSONNull(), "exp": 1], header: ["typ": "at+jwt"])
        tenant.faults.set(.tamper(tampering), on: "/oauth/token", times: 1)

        let token = try await client.logIn()["id_token"]
        let next = try await client.logIn()["id_token"]

        #expect(claims(of: token)?["iss"]?.string == "https://evil.example/")
        #expect(claims(of: token)?["sub"] == nil)
        await #expect(throws: JOSEError.self) { try await verify(token) }
        #expect(try await verify(next).issuer == tenant.issuer)
    }
}
