import ByteEncodings
import TenantEmulator
import Testing

@Suite struct RefreshTokenTests {
    private func tenant(overlap: Duration = .zero) throws -> (EmulatedTenant, TestClient) {
        let tenant = try EmulatedTenant.withStoppedClock { $0.refreshTokenOverlap = overlap }
        return (tenant, TestClient(tenant))
    }

    @Test func `replaces the refresh token at each renewal`() async throws {
        let (tenant, client) = try tenant()
        let first = try await client.logIn()

        let second = try await client.renew(first["refresh_token"])
        let third = try await client.renew(second["refresh_token"])

        #expect(third.status == 200)
        #expect(Set([first, second, third].map { $0["refresh_token"] }).count == 3)
        #expect(Set([first, second, third].map { $0["access_token"] }).count == 3)
        #expect(tenant.counters.renewals == 2)
        #expect(tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `E2 detects a reuse and revokes the family`() async throws {
        let (tenant, client) = try tenant()
        let first = try await client.logIn()["refresh_token"]
        let second = try await client.renew(first)["refresh_token"]

        let reuse = try await client.renew(first)
        let victim = try await client.renew(second)

        #expect(reuse.status == 403)
        #expect(reuse["error"] == "invalid_grant")
        // The words of the service, which do not tell a reused token from an unknown one.
        #expect(reuse["error_description"] == "Unknown or invalid refresh token.")
        #expect(tenant.journal.contains { $0.reason?.contains("was used before") == true })
        #expect(victim.status == 403)
        #expect(victim["error_description"] == "Unknown or invalid refresh token.")
        #expect(tenant.counters.refreshTokenReuses == 1)
        #expect(tenant.counters.revokedFamilies == 1)
    }

    @Test func `E2 detects the reuse of a token however many renewals ago`() async throws {
        let (tenant, client) = try tenant(overlap: .seconds(30))
        let first = try await client.logIn()["refresh_token"]
        var latest = first
        for _ in 0..<50 { latest = try await client.renew(latest)["refresh_token"] }

        let reuse = try await client.renew(first)

        #expect(reuse.status == 403)
        #expect(try await client.renew(latest).status == 403)
        #expect(tenant.counters.refreshTokenReuses == 1)
    }

    @Test func `E2 accepts no refresh token that was altered`() async throws {
        let (_, client) = try tenant()
        let token = try #require(try await client.logIn()["refresh_token"])

        for position in [4, 10, 20, 40, token.count - 2] {
            var altered = Array(token.utf8)
            altered[position] = altered[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let response = try await client.renew(String(decoding: altered, as: UTF8.self))
            #expect(response["error_description"] == "Unknown or invalid refresh token.")
        }
        #expect(try await client.renew(token).status == 200)
    }

    @Test func `RFC 6749 §3.3 an empty scope is no scope`() async throws {
        let (_, client) = try tenant()
        let token = try await client.logIn()["refresh_token"]

        let renewed = try await client.renew(token, ["scope": ""])

        #expect(renewed["scope"] == "openid profile email offline_access")
        #expect(renewed["id_token"] != nil)
    }

    @Test func `does not revoke other families`() async throws {
        let (_, client) = try tenant()
        let first = try await client.logIn()["refresh_token"]
        let other = try await client.logIn()["refresh_token"]
        for _ in 0..<2 { _ = try await client.renew(first) }

        #expect(try await client.renew(other).status == 200)
    }

    @Test func `accepts a token again within the overlap`() async throws {
        let (tenant, client) = try tenant(overlap: .seconds(30))
        let first = try await client.logIn()["refresh_token"]

        let responses = [try await client.renew(first), try await client.renew(first)]
        tenant.clock.advance(by: .seconds(31))
        let late = try await client.renew(first)

        #expect(responses.map(\.status) == [200, 200])
        #expect(late.status == 403)
        #expect(tenant.counters.refreshTokenReuses == 1)
    }

    @Test func `accepts only the second-latest token again within the overlap`() async throws {
        let (_, client) = try tenant(overlap: .seconds(30))
        let first = try await client.logIn()["refresh_token"]
        let second = try await client.renew(first)["refresh_token"]
        _ = try await client.renew(second)

        #expect(try await client.renew(first).status == 403)
    }

    private func client(with settings: TenantSeed.Client.RefreshTokenSettings, overlap: Duration = .zero) throws
        -> (EmulatedTenant, TestClient)
    {
        let tenant = try EmulatedTenant.withStoppedClock {
            $0.refreshTokenOverlap = overlap
            $0.seed.clients[0].refreshTokens = settings
        }
        return (tenant, TestClient(tenant))
    }

    @Test func `E5 a client without rotation keeps its refresh token until it is revoked`() async throws {
        let (tenant, client) = try client(with: .init(rotate: false))
        let token = try await client.logIn()["refresh_token"]

        var answers: [TestResponse] = []
        for _ in 0..<3 { answers.append(try await client.renew(token)) }
        answers.append(try await client.renew(token, ["audience": "urn:127.0.0.1:session_transfer"]))
        _ = try await client.post("/oauth/revoke", ["token": token ?? ""])

        #expect(answers.map(\.status) == [200, 200, 200, 200])
        #expect(answers.allSatisfy { $0["refresh_token"] == nil && $0["access_token"] != nil })
        #expect(Set(answers.map { $0["access_token"] }).count == 4)
        #expect(tenant.counters.refreshTokenReuses == 0 && tenant.counters.renewals == 4)
        #expect(try await client.renew(token).status == 403)
    }

    @Test(arguments: [
        (leeway: Duration?.some(.seconds(30)), overlap: Duration.zero, after: 29, status: 200),
        (.seconds(30), .seconds(60), 31, 403), (.zero, .seconds(60), 1, 403), (nil, .seconds(60), 31, 200),
    ])
    func `E5 the leeway of a client replaces the overlap of the tenant`(
        leeway: Duration?, overlap: Duration, after: Int, status: Int
    ) async throws {
        let (tenant, client) = try client(with: .init(leeway: leeway), overlap: overlap)
        let first = try await client.logIn()["refresh_token"]
        _ = try await client.renew(first)

        tenant.clock.advance(by: .seconds(after))

        #expect(try await client.renew(first).status == status)
    }

    @Test func `refuses a token of another client without consuming it`() async throws {
        let (_, client) = try tenant()
        let token = try await client.logIn()["refresh_token"]
        var other = client
        other.clientID = "emulatorClient0000000000000000002"

        #expect(try await other.renew(token)["error_description"] == "Unknown or invalid refresh token.")
        #expect(try await client.renew(token).status == 200)
    }

    @Test func `refuses an expired token`() async throws {
        let (tenant, client) = try tenant()
        let token = try await client.logIn()["refresh_token"]

        tenant.clock.advance(by: .seconds(2_592_000))

        #expect(try await client.renew(token)["error_description"] == "Unknown or invalid refresh token.")
    }

    @Test func `refuses the token of a removed user`() async throws {
        let (tenant, client) = try tenant()
        let token = try await client.logIn()["refresh_token"]

        try tenant.deleteUser("john@example.com")

        #expect(
            try await client.renew(token)["error_description"]
                == "The refresh_token was generated for a user who doesn't exist anymore.")
    }

    @Test func `narrows the scope and never widens it`() async throws {
        let (_, client) = try tenant()
        let first = try await client.logIn(scope: "openid email offline_access")

        let narrow = try await client.renew(first["refresh_token"], ["scope": "openid"])
        let wide = try await client.renew(narrow["refresh_token"], ["scope": "openid profile"])

        #expect(narrow["scope"] == "openid")
        #expect(claims(of: narrow["id_token"])?["email"] == nil)
        #expect(wide["error"] == "invalid_scope")
        #expect(try await client.renew(narrow["refresh_token"]).status == 200)
    }

    /// [nextjs-auth0, scopes of renewals](https://github.com/auth0/nextjs-auth0/pull/2337)
    @Test func `nextjs-auth0 repeats the scopes of the login, also those that the user was not granted`()
        async throws
    {
        let (_, client) = try tenant()
        let scope = "openid offline_access read:reports"
        let first = try await client.logIn(audience: "https://rbac.example.com/", scope: scope)

        let second = try await client.renew(first["refresh_token"], ["scope": scope])

        #expect(first["scope"] == "openid offline_access")
        #expect(second.status == 200 && second["scope"] == "openid offline_access")
    }

    @Test func `a renewal leaves out permissions that the user has gained or lost since the login`() async throws {
        let (tenant, client) = try tenant()
        let (api, rbac) = (try await ManagementClient(tenant), "https://rbac.example.com/")
        func change(_ method: String, _ name: String) async throws {
            let permission: [String: any Sendable] = ["permission_name": name, "resource_server_identifier": rbac]
            let body = ["permissions": [permission] as [any Sendable]]
            let response = try await api.send(method, "/users/auth0%7C000000000000000000000001/permissions", body)
            #expect([201, 204].contains(response.status))
        }
        try await change("POST", "read:reports")
        let scope = "openid offline_access read:reports write:reports"
        let first = try await client.logIn(audience: rbac, scope: scope)
        try await change("POST", "write:reports")
        let gained = try await client.renew(first["refresh_token"], ["scope": scope])
        try await change("DELETE", "read:reports")
        let lost = try await client.renew(gained["refresh_token"])

        #expect(gained["scope"] == "openid offline_access read:reports")
        #expect(lost["scope"] == "openid offline_access")
    }

    @Test func `the audience of the user info does not widen the scope`() async throws {
        let (tenant, client) = try tenant()
        let first = try await client.logIn(
            audience: "https://api.example.com/", scope: "openid offline_access read:todos")
        let info = ["audience": tenant.domain + "/userinfo"]

        let wide = try await client.renew(
            first["refresh_token"], info.merging(["scope": "openid write:todos"]) { $1 })
        let same = try await client.renew(first["refresh_token"], info)

        #expect(wide["error"] == "invalid_scope")
        #expect(same["scope"] == "openid offline_access read:todos")
    }

    @Test func `issues an access token for another API`() async throws {
        let (tenant, client) = try tenant()
        let first = try await client.logIn()

        let response = try await client.renew(
            first["refresh_token"],
            ["audience": "\(tenant.domain)/me/", "scope": "openid read:me:factors nothing:else"])

        #expect(response["scope"] == "openid read:me:factors")
        #expect(try await client.get("/me/v1/factors", token: response["access_token"]).status == 200)
    }

    @Test func `issues a session transfer token`() async throws {
        let (_, client) = try tenant()
        let first = try await client.logIn()

        let response = try await client.renew(
            first["refresh_token"], ["audience": "urn:127.0.0.1:session_transfer"])

        #expect(response.status == 200)
        #expect(response["token_type"] == "N_A")
        #expect(response["issued_token_type"] == "urn:auth0:params:oauth:token-type:session_transfer_token")
        #expect(response["id_token"] != nil)
        #expect(response["refresh_token"] != first["refresh_token"])
    }
}
