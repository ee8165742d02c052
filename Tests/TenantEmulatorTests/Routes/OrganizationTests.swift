import ByteEncodings
import TenantEmulator
import Testing

@Suite struct OrganizationTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func logIn(
        _ organization: String?, as username: String = "john@example.com", realm: String = TestClient.realm,
        client: TestClient? = nil
    ) async throws -> TestResponse {
        try await (client ?? self.client).logIn(
            username, realm: realm, audience: "https://api.example.com/", scope: "openid offline_access",
            organization: organization)
    }

    @Test(arguments: ["org_0000000000000001", "acme", "Acme"])
    func `J15 both tokens contain ID and name of an organization, also after a renewal`(name: String) async throws {
        let result = try await logIn(name)
        let renewed = try await client.renew(result["refresh_token"])

        for token in [result["id_token"], result["access_token"], renewed["id_token"], renewed["access_token"]] {
            #expect(claims(of: token)?["org_id"]?.string == "org_0000000000000001")
            #expect(claims(of: token)?["org_name"]?.string == "acme")
        }
    }

    /// See [Define Organization
    /// Behavior](https://auth0.com/docs/manage-users/organizations/configure-organizations/define-organization-behavior).
    @Test func `E6 a client without organization_usage denies organizations`() async throws {
        let seed = """
            {"clients": [{"client_id": "one"}], "organizations": [{"id": "org_1", "name": "acme", "members": ["a@b.example"]}],
             "users": [{"connection": "Username-Password-Authentication", "email": "a@b.example", "password": "x"}]}
            """
        let tenant = try EmulatedTenant.start { $0.seed = try TenantSeed(json: Array(seed.utf8)) }
        let form = ["grant_type": "password", "username": "a@b.example", "password": "x", "organization": "acme"]

        let response = try await TestClient(tenant).tokens(form)

        #expect(response.status == 400)
        #expect(response["error_description"] == "parameter organization is not allowed for this client")
    }

    @Test func `omits both claims without an organization`() async throws {
        let result = try await logIn(nil)

        #expect(claims(of: result["id_token"])?["org_id"] == nil)
        #expect(claims(of: result["id_token"])?["org_name"] == nil)
    }

    @Test func `refuses a user who is not a member, an unknown organization, and a connection that is not enabled`()
        async throws
    {
        let other = try await logIn("acme", as: "jane@example.com")
        let nowhere = try await logIn("org_9999999999999999")
        let elsewhere = try await logIn("globex")
        let employee = try await logIn("globex", as: "eve", realm: "Employees")

        #expect(other.status == 403)
        #expect(other["error"] == "access_denied")
        #expect(other["error_description"] == "user is not part of the org_0000000000000001 organization")
        #expect(nowhere["error_description"] == "parameter organization is invalid")
        #expect(elsewhere["error_description"] == "the connection is not enabled for the organization")
        #expect(employee.status == 200)
    }

    @Test func `adds a member at the login if the organization assigns membership`() async throws {
        let result = try await logIn("open-door", as: "jane@example.com")

        #expect(claims(of: result["id_token"])?["org_name"]?.string == "open-door")
    }

    @Test func `requires or forbids an organization, as the client is configured`() async throws {
        var (business, personal) = (client, client)
        business.clientID = "emulatorBusiness0000000000000001"
        personal.clientID = "emulatorPersonal0000000000000001"

        let without = try await logIn(nil, client: business)
        let with = try await logIn("acme", client: personal)

        #expect(without["error_description"] == "parameter organization is required for this client")
        #expect(with["error_description"] == "parameter organization is not allowed for this client")
        #expect(try await logIn("acme", client: business).status == 200)
        #expect(try await logIn(nil, client: personal).status == 200)
    }

    @Test func `refuses a renewal for an organization that the user has left`() async throws {
        let token = try await logIn("acme")["refresh_token"]
        try tenant.remove("john@example.com", from: "acme")

        let refused = try await client.renew(token)
        try tenant.add("john@example.com", to: "acme")
        let renewed = try await client.renew(token)

        #expect(refused["error"] == "invalid_grant")
        #expect(renewed.status == 200)
        #expect(throws: EmulatorError.self) { try tenant.add("nobody", to: "acme") }
    }

    @Test func `logs in to an organization with a passkey if both requests name it`() async throws {
        let authenticator = try TestAuthenticator()
        let begun = try await client.beginPasskeySignup("new@example.com", ["organization": "open-door"])
        let response = try authenticator.register(begun.passkeyParameters)
        let result = try await client.finish(begun, response, ["organization": "open-door"])
        let login = try await client.beginPasskeyLogin(["organization": "open-door"])
        let handle = begun.passkeyParameters?["user"]?["id"]?.string

        let other = try await client.finish(
            login, authenticator.authenticate(login.passkeyParameters, userHandle: handle), ["organization": "acme"])
        let nowhere = try await client.beginPasskeyLogin(["organization": "nowhere"])

        #expect(claims(of: result["id_token"])?["org_id"]?.string == "org_0000000000000003")
        #expect(other["error_description"] == "The organization is not the one of the challenge.")
        #expect(nowhere.status == 400)
    }

    @Test func `tokens of a browser login contain the organization`() async throws {
        func code(_ login: String) throws -> String {
            try tenant.issueAuthorizationCode(
                for: login, codeChallenge: TestBrowser.challenge, redirectURI: TestBrowser.callback,
                organization: "acme")
        }

        let result = try await client.tokens([
            "grant_type": "authorization_code", "code": code("john@example.com"),
            "code_verifier": TestBrowser.verifier, "redirect_uri": TestBrowser.callback,
        ])

        #expect(claims(of: result["id_token"])?["org_name"]?.string == "acme")
        #expect(throws: EmulatorError.self) { try code("jane@example.com") }
    }

    @Test func `sends a password reset to members only`() async throws {
        let members = ["connection": TestClient.realm, "organization": "acme"]
        func reset(_ email: String) async throws -> Int {
            try await client.post("/dbconnections/change_password", members.merging(["email": email]) { $1 }).status
        }

        let statuses = try await [reset("john@example.com"), reset("jane@example.com")]
        let nowhere = try await client.post(
            "/dbconnections/change_password",
            ["connection": TestClient.realm, "organization": "nowhere", "email": "john@example.com"])

        #expect(statuses == [200, 200])
        #expect(tenant.messages(to: "john@example.com").count == 1)
        #expect(tenant.messages(to: "jane@example.com").isEmpty)
        #expect(nowhere.status == 400)
    }
}
