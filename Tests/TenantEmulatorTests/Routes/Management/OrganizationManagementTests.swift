import ByteEncodings
import TenantEmulator
import Testing

/// Roles of members, enabled connections and invitations of organizations, and rate limits.
@Suite struct OrganizationManagementTests {
    private static let acme = "/organizations/org_0000000000000001"
    private static let member = acme + "/members/auth0%7C000000000000000000000001"
    let tenant: EmulatedTenant
    let api: ManagementClient

    init() async throws {
        tenant = try .start()
        api = try await ManagementClient(tenant)
    }

    @Test func `a role of a member counts only in the organization`() async throws {
        let role = try #require(try await api.send("POST", "/roles", ["name": "reporter"])["id"])
        _ = try await api.send(
            "POST", "/roles/\(role)/permissions",
            [
                "permissions": [
                    ["resource_server_identifier": "https://rbac.example.com/", "permission_name": "read:reports"]
                ]
            ])
        #expect(try await api.send("POST", Self.member + "/roles", ["roles": [role]]).status == 204)
        func scope(_ organization: String?) async throws -> String? {
            let login = try await api.client.logIn(
                audience: "https://rbac.example.com/", scope: "read:reports write:reports", organization: organization)
            return login["scope"]
        }

        #expect(try await scope("acme") == "read:reports")
        #expect(try await scope(nil) == "")
        let code = try tenant.issueAuthorizationCode(
            for: "john@example.com", codeChallenge: TestBrowser.challenge, redirectURI: TestBrowser.callback,
            scope: "read:reports write:reports", audience: "https://rbac.example.com/", organization: "acme")
        let redeemed = try await api.client.tokens([
            "grant_type": "authorization_code", "code": code, "code_verifier": TestBrowser.verifier,
            "redirect_uri": TestBrowser.callback,
        ])
        #expect(redeemed["scope"] == "read:reports")
        #expect(try await api.get(Self.member + "/roles").json?.list?.first?["name"]?.string == "reporter")
        #expect(try await api.send("DELETE", Self.member + "/roles", ["roles": [role]]).status == 204)
        #expect(try await api.get(Self.member + "/roles").text == "[]")
        #expect(try await api.get(Self.acme + "/members/auth0%7C000000000000000000000002/roles").status == 404)
    }

    @Test func `a deleted user leaves no role to a later user of the same ID`() async throws {
        let role = try #require(try await api.send("POST", "/roles", ["name": "reporter"])["id"])
        let roles = Self.acme + "/members/auth0%7Ctemporary/roles"
        func join() async throws {
            let user = [
                "connection": TestClient.realm, "user_id": "temporary", "email": "temporary@example.com",
                "password": TestClient.password,
            ]
            #expect(try await api.send("POST", "/users", user).status == 201)
            let members = ["members": ["auth0|temporary"]]
            #expect(try await api.send("POST", Self.acme + "/members", members).status == 204)
        }
        try await join()
        #expect(try await api.send("POST", roles, ["roles": [role]]).status == 204)

        #expect(try await api.send("DELETE", "/users/auth0%7Ctemporary").status == 204)
        try await join()

        #expect(try await api.get(roles).text == "[]")
    }

    @Test func `connections of an organization are enabled and disabled`() async throws {
        let connections = try #require(try await api.get("/connections?name=Employees").json?.list)
        let id = try #require(connections.first?["id"]?.string)
        let path = Self.acme + "/enabled_connections"

        let added = try await api.send("POST", path, ["connection_id": id, "assign_membership_on_login": true])
        let again = try await api.send("POST", path, ["connection_id": id])
        let one = try await api.get("\(path)/\(id)")
        let changed = try await api.send("PATCH", "\(path)/\(id)", ["assign_membership_on_login": false])
        let removed = try await api.send("DELETE", "\(path)/\(id)")

        #expect([added, again, one, changed, removed].map(\.status) == [201, 409, 200, 200, 204])
        #expect(added.json?["assign_membership_on_login"] == .boolean(true))
        #expect(changed.json?["assign_membership_on_login"] == .boolean(false))
        #expect(try await api.get("\(path)/\(id)").status == 404)
        #expect(try await api.send("POST", path, ["connection_id": "con_x"]).status == 400)
    }

    @Test func `one invitation is read and withdrawn by its ID`() async throws {
        let made = try await api.send(
            "POST", Self.acme + "/invitations",
            ["invitee": ["email": "ann@example.com"], "client_id": tenant.clientID, "inviter": ["name": "Bob"]])
        let id = try #require(made["id"])

        let one = try await api.get(Self.acme + "/invitations/\(id)")

        #expect(one.json?["invitee"]?["email"]?.string == "ann@example.com")
        #expect(one["invitation_url"] == made["invitation_url"] && one["invitation_url"] != nil)
        #expect(try await api.get("/organizations/org_0000000000000002/invitations/\(id)").status == 404)
        #expect(try await api.send("DELETE", Self.acme + "/invitations/\(id)").status == 204)
        #expect(try await api.get(Self.acme + "/invitations/\(id)").status == 404)
    }

    @Test func `the grants of a user are deleted together`() async throws {
        let foreign = ["client_id": "emulatorForeign00000000000000001"]
        var browser = try await TestBrowser(tenant, as: "john@example.com", foreign)
        try await browser.submit("/u/consent", ["action": "accept"])
        #expect(try await api.get("/grants").json?.list?.count == 1)

        #expect(try await api.send("DELETE", "/grants").status == 400)
        #expect(try await api.send("DELETE", "/grants?user_id=auth0%7C000000000000000000000002").status == 204)
        #expect(try await api.get("/grants").json?.list?.count == 1)
        #expect(try await api.send("DELETE", "/grants?user_id=auth0%7C000000000000000000000001").status == 204)
        #expect(try await api.get("/grants").text == "[]")
    }

    @Test func `rate limits count down, and refuse beyond a limit that is set`() async throws {
        let tenant = try EmulatedTenant.withStoppedClock { $0.managementRateLimit = 2 }
        let api = try await ManagementClient(tenant)

        var answers: [TestResponse] = []
        for _ in 0..<3 { answers.append(try await api.get("/roles")) }
        tenant.clock.advance(by: .seconds(1))
        answers.append(try await api.get("/roles"))

        #expect(answers.map(\.status) == [200, 200, 429, 200])
        #expect(answers.map { $0.header("x-ratelimit-remaining") } == ["1", "0", "0", "1"])
        #expect(Set(answers.map { $0.header("x-ratelimit-limit") }) == ["2"])
        #expect(answers[2]["errorCode"] == "too_many_requests")
        #expect(answers[2].header("retry-after") == "1")
    }

    @Test func `the fault 429 has the headers of a rate limit`() async throws {
        tenant.faults.set(.tooManyRequests(retryAfter: "7"), on: "/api/v2/*", times: 1)

        let (refused, answered) = (try await api.get("/roles"), try await api.get("/roles"))

        #expect(refused.status == 429 && refused.header("x-ratelimit-remaining") == "0")
        #expect(refused.header("x-ratelimit-reset") != nil && refused.header("retry-after") == "7")
        #expect(answered.status == 200 && answered.header("x-ratelimit-remaining") == "99")
    }
}
