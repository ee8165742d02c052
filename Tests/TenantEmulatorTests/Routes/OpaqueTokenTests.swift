import ByteEncodings
import TenantEmulator
import Testing

/// Access tokens for no API.
@Suite struct OpaqueTokenTests {
    private static let api = "https://api.example.com/"
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `emulator-b5 without an audience the access token is opaque, and good for the profile`() async throws {
        let token = try #require(try await client.logIn()["access_token"])
        let profile = try await client.get("/userinfo", token: token)
        let segments = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let header = try JSONValue(parsing: Base64URL.decode(segments[0]))

        #expect(segments.count == 5 && segments[1].isEmpty)
        #expect(header["enc"]?.string == "A256GCM")
        #expect(profile["email"] == "john@example.com")
    }

    @Test func `emulator-b5 with an audience the access token is a signed one, after a renewal, too`() async throws {
        let login = try await client.logIn(audience: Self.api)
        let renewed = try await client.renew(login["refresh_token"])

        #expect(claims(of: login["access_token"])?["iss"]?.string == tenant.issuer)
        #expect(claims(of: renewed["access_token"])?["iss"]?.string == tenant.issuer)
    }

    @Test(arguments: 0..<5)
    func `a changed opaque token is refused`(segment: Int) async throws {
        let token = try #require(try await client.logIn()["access_token"])
        var segments = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        segments[segment] = (segments[segment].hasPrefix("A") ? "B" : "A") + segments[segment].dropFirst()

        let response = try await client.get("/userinfo", token: segments.joined(separator: "."))

        #expect(response.status == 401)
    }

    @Test func `an opaque token expires, and is of one tenant`() async throws {
        let other = try EmulatedTenant.start()
        let token = try #require(try await client.logIn()["access_token"])

        #expect(try await TestClient(other).get("/userinfo", token: token).status == 401)
        tenant.clock.advance(by: .seconds(86_401))
        #expect(try await client.get("/userinfo", token: token).status == 401)
    }

    @Test func `a configuration has signed tokens only`() async throws {
        let tenant = try EmulatedTenant.start { $0.usesOpaqueAccessTokens = false }

        let login = try await TestClient(tenant).logIn(scope: "profile")

        #expect(claims(of: login["access_token"])?["aud"]?.string == tenant.domain + "/userinfo")
    }
}
