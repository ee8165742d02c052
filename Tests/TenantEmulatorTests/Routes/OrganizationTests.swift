import OpenSSLCryptography
import ByteEncodings
import TenantEmulator
import Testing

@Suite struct OrganizationTests {
    let tenant: EmulatedTenant
    let client: TestClient

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = TestClient(tenant)
    }

    private func logIn(
        _ organization: String?, as username: String = "john@example.com", realm: String = TestClient.realm,
        client: TestClient? = nil
    ) async throws -> Answer {
        var members = [
            "grant_type": "http://auth0.com/oauth/grant-type/password-realm", "username": username,
            "password": TestClient.password, "realm": realm, "scope": "openid offline_access",
        ]
        members["organization"] = organization
        return try await (client ?? self.client).post("/oauth/token", members)
    }

    @Test(arguments: ["org_0000000000000001", "acme", "Acme"])
    func `J15 puts identifier and name of an organization into both tokens, and keeps them`(name: String) async throws {
        let answer = try await logIn(name)
        let renewed = try await client.renew(answer["refresh_token"])

        for token in [answer["id_token"], answer["access_token"], renewed["id_token"], renewed["access_token"]] {
            #expect(claims(of: token)?["org_id"]?.string == "org_0000000000000001")
            #expect(claims(of: token)?["org_name"]?.string == "acme")
        }
    }

    @Test func `leaves both claims out without an organization`() async throws {
        let answer = try await logIn(nil)

        #expect(claims(of: answer["id_token"])?["org_id"] == nil)
        #expect(claims(of: answer["id_token"])?["org_name"] == nil)
    }

    @Test func `refuses who is no member, an organization there is not, and a connection it does not have`()
        async throws
    {
        let stranger = try await logIn("acme", as: "jane@example.com")
        let nowhere = try await logIn("org_9999999999999999")
        let elsewhere = try await logIn("globex")
        let employee = try await logIn("globex", as: "eve", realm: "Employees")

        #expect(stranger.status == 403)
        #expect(stranger["error"] == "access_denied")
        #expect(stranger["error_description"] == "user is not part of the org_0000000000000001 organization")
        #expect(nowhere["error_description"] == "parameter organization is invalid")
        #expect(elsewhere["error_description"] == "the connection is not enabled for the organization")
        #expect(employee.status == 200)
    }

    @Test func `makes whoever logs in a member where the organization wants that`() async throws {
        let answer = try await logIn("open-door", as: "jane@example.com")

        #expect(claims(of: answer["id_token"])?["org_name"]?.string == "open-door")
    }

    @Test func `asks clients for an organization, or forbids them one`() async throws {
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

    @Test func `renews nothing for an organization that the user has left`() async throws {
        let token = try await logIn("acme")["refresh_token"]
        try tenant.setMembership(of: "john@example.com", in: "acme", to: false)

        let refused = try await client.renew(token)
        try tenant.setMembership(of: "john@example.com", in: "acme", to: true)
        let renewed = try await client.renew(token)

        #expect(refused["error"] == "invalid_grant")
        #expect(renewed.status == 200)
        #expect(throws: EmulatorError.self) { try tenant.setMembership(of: "nobody", in: "acme", to: true) }
    }

    @Test func `logs in to an organization by passkey, if both requests name it`() async throws {
        let authenticator = try TestAuthenticator()
        let begun = try await client.beginPasskeySignup("new@example.com", ["organization": "open-door"])
        let response = try authenticator.register(begun.passkeyParameters)
        let answer = try await client.finish(begun, response, ["organization": "open-door"])
        let login = try await client.beginPasskeyLogin(["organization": "open-door"])
        let handle = begun.passkeyParameters?["user"]?["id"]?.string

        let other = try await client.finish(
            login, authenticator.authenticate(login.passkeyParameters, userHandle: handle), ["organization": "acme"])
        let nowhere = try await client.beginPasskeyLogin(["organization": "nowhere"])

        #expect(claims(of: answer["id_token"])?["org_id"]?.string == "org_0000000000000003")
        #expect(other["error_description"] == "The organization is not the one of the challenge.")
        #expect(nowhere.status == 400)
    }

    @Test func `brings an organization back from the browser`() async throws {
        let verifier = String(repeating: "v", count: 43)
        let challenge = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
        let redirectURI = "http://127.0.0.1/callback"
        func code(_ login: String) throws -> String {
            try tenant.issueAuthorizationCode(
                for: login, codeChallenge: challenge, redirectURI: redirectURI, organization: "acme")
        }

        let answer = try await client.post(
            "/oauth/token",
            [
                "grant_type": "authorization_code", "code": code("john@example.com"), "code_verifier": verifier,
                "redirect_uri": redirectURI,
            ])

        #expect(claims(of: answer["id_token"])?["org_name"]?.string == "acme")
        #expect(throws: EmulatorError.self) { try code("jane@example.com") }
    }

    @Test func `sends a reset of the password to members only`() async throws {
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
