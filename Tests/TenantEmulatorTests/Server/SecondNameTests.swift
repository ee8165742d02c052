import ByteEncodings
import TenantEmulator
import Testing

/// The audiences and addresses of a tenant under a second name, as of the service under a custom domain.
@Suite struct SecondNameTests {
    private static let name = "http://tenant:4600"
    private static let host = ["Host": "tenant:4600"]
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .start { ($0.isCalledLocalhost, $0.allowedHosts) = (true, ["tenant"]) } }

    /// Requests a token under the second name.
    private func token(_ fields: [String: String]) async throws -> TestResponse {
        let form = FormEncoding.encode(fields.map { (name: $0.key, value: $0.value) })
        let headers = Self.host.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }
        return try await client.send("POST", "/oauth/token", headers: headers, body: Array(form.utf8))
    }

    private func machineToken(_ audience: String) async throws -> TestResponse {
        try await token([
            "grant_type": "client_credentials", "client_id": "emulatorServer0000000000000000001",
            "client_secret": "a-secret-that-only-the-server-knows-2026", "audience": audience,
        ])
    }

    private func userToken(_ audience: String, scope: String = "openid") async throws -> TestResponse {
        try await token([
            "grant_type": "http://auth0.com/oauth/grant-type/password-realm", "username": "john@example.com",
            "password": TestClient.password, "realm": TestClient.realm, "client_id": tenant.clientID,
            "audience": audience, "scope": scope,
        ])
    }

    @Test func `the audience of the Management API is that of the domain`() async throws {
        let response = try await machineToken("\(tenant.domain)/api/v2/")

        let token = response["access_token"]
        let users = try await client.send("GET", "/api/v2/users?per_page=1", token: token, headers: Self.host)

        #expect(claims(of: token)?["aud"]?.string == "\(tenant.domain)/api/v2/")
        #expect(users.status == 200)
    }

    /// See [an issue of node-auth0](https://github.com/auth0/node-auth0/issues/292).
    @Test(arguments: ["/api/v2/", "/userinfo"])
    func `an audience of the second name is refused, and the journal names the right one`(path: String) async throws {
        let machine = try await machineToken(Self.name + path)
        let reason = tenant.journal.last?.reason
        let user = try await userToken(Self.name + path)

        #expect([machine.status, user.status] == [403, 403])
        #expect([machine["error"], user["error"]] == ["access_denied", "access_denied"])
        #expect(machine["error_description"] == "Service not enabled within domain: \(Self.name)\(path)")
        #expect(user["error_description"] == "Service not found: \(Self.name)\(path)")
        #expect(reason?.hasSuffix("the audience is \(tenant.domain)\(path)") == true)
    }

    @Test func `a token for another API is refused with its audience`() async throws {
        let token = try await machineToken("https://api.example.com/")["access_token"]
        _ = try await machineToken("https://other.example/api/v2/")
        let reason = tenant.journal.last?.reason

        let response = try await client.get("/api/v2/users", token: token)

        #expect(response.status == 401)
        #expect(response["message"] == "Bad audience: https://api.example.com/")
        #expect(reason?.contains(tenant.domain) == false)
    }

    /// See [My Account API](https://auth0.com/docs/manage-users/my-account-api).
    @Test func `the My Account API has the audience of the name that it is reached by`() async throws {
        let token = try await userToken("\(Self.name)/me/", scope: "read:me:factors")["access_token"]

        let under = try await client.send("GET", "/me/v1/factors", token: token, headers: Self.host)
        let elsewhere = try await client.get("/me/v1/factors", token: token)
        // Behind a proxy that ends TLS.
        let proxied = try await userToken("https://tenant/me/", scope: "read:me:factors")["access_token"]
        let behind = try await client.send("GET", "/me/v1/factors", token: proxied, headers: Self.host)
        let stranger = try await userToken("http://other:4600/me/")

        #expect(claims(of: token)?["aud"]?.string == "\(Self.name)/me/")
        #expect([under.status, elsewhere.status, behind.status, stranger.status] == [200, 401, 200, 403])
    }

    @Test func `the addresses in responses have the name that they are requested by`() async throws {
        _ = try await client.logIn()
        let management = try await machineToken("\(tenant.domain)/api/v2/")["access_token"]
        let account = try await userToken("\(Self.name)/me/", scope: "create:me:authentication_methods")["access_token"]
        let headers = Self.host.merging(["Content-Type": "application/json"]) { $1 }

        let logs = try await client.send("GET", "/api/v2/logs?take=1", token: management, headers: headers)
        let registered = try await client.send(
            "POST", "/oidc/register", headers: headers,
            body: Array(#"{"redirect_uris": ["https://app.example.com/callback"]}"#.utf8))
        let enrolled = try await client.send(
            "POST", "/me/v1/authentication-methods", token: account, headers: headers,
            body: Array(#"{"type": "totp"}"#.utf8))

        #expect(logs.header("Link")?.hasPrefix("<\(Self.name)/api/v2/logs?from=") == true)
        #expect(registered["registration_client_uri"]?.hasPrefix("\(Self.name)/oidc/register/") == true)
        #expect(enrolled.header("Location")?.hasPrefix("\(Self.name)/me/v1/authentication-methods/totp") == true)
    }
}
