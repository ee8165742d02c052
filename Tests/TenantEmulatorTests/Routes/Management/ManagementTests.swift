import ByteEncodings
import TenantEmulator
import Testing

@Suite struct ManagementTests {
    private static let rbac = "https://rbac.example.com/"
    private static let john = "/users/auth0%7C000000000000000000000001"
    let tenant: EmulatedTenant
    let api: ManagementClient

    init() async throws {
        tenant = try .withStoppedClock()
        api = try await ManagementClient(tenant)
    }

    @Test(arguments: [
        ("GET", "/stats/daily"), ("POST", "/clients"), ("GET", "/branding"), ("DELETE", "/users"), ("PUT", "/roles/x"),
    ])
    func `emulator-a4 a route that the emulator does not have names itself`(method: String, path: String) async throws {
        let response = try await ManagementClient(tenant).send(method, path)

        #expect(response.status == 501)
        #expect(response["message"] == "The emulator has no \(method) /api/v2\(path)")
    }

    @Test func `every response of the Management API has the headers of the rate limit`() async throws {
        for response in [try await api.get("/users"), try await api.get("/nowhere")] {
            #expect(Int(response.header("X-RateLimit-Limit") ?? "") == 100)
            #expect(Int(response.header("X-RateLimit-Reset") ?? "") != nil)
        }
    }

    /// The scopes that the documentation of the Management API names for each endpoint.
    @Test(arguments: [
        ("GET", "/members", "read:organization_members"), ("POST", "/members", "create:organization_members"),
        ("DELETE", "/members", "delete:organization_members"),
        ("GET", "/invitations", "read:organization_invitations"),
        ("POST", "/invitations", "create:organization_invitations"),
        ("DELETE", "/invitations/uinv_1", "delete:organization_invitations"),
        ("GET", "/enabled_connections", "read:organization_connections"),
        ("GET", "/enabled_connections/con_1", "read:organization_connections"),
    ])
    func `what belongs to an organization has scopes of its own`(
        method: String, path: String, scope: String
    ) async throws {
        let path = "/organizations/org_0000000000000001" + path
        let whole = try await ManagementClient(tenant, scope: "read:organizations update:organizations")

        let refused = try await whole.send(method, path)
        let allowed = try await ManagementClient(tenant, scope: scope).send(method, path)

        #expect(refused.status == 403 && refused["errorCode"] == "insufficient_scope")
        #expect(refused["message"]?.hasSuffix("expected any of: \(scope)") == true)
        #expect(allowed.status != 403)
    }

    @Test(arguments: [
        ("GET", "/users"), ("POST", "/users"), ("DELETE", john), ("GET", "/users-by-email?email=a"), ("GET", "/roles"),
        ("POST", "/tickets/password-change"), ("GET", "/organizations"), ("GET", "/clients"), ("GET", "/logs"),
        ("GET", "/connections"), ("GET", "/grants"), ("GET", "/resource-servers"), ("POST", john + "/roles"),
    ])
    func `a token without the scope is refused, and so is none`(method: String, path: String) async throws {
        let api = try await ManagementClient(tenant, scope: "read:current_user")

        let without = try await api.send(method, path)
        let none = try await api.client.send(method, "/api/v2" + path)

        #expect(without.status == 403)
        #expect(without["errorCode"] == "insufficient_scope")
        #expect(none.status == 401)
    }

    @Test func `emulator-a4 the permissions of a role are in the tokens of its users`() async throws {
        let role = try await api.send("POST", "/roles", ["name": "reporter", "description": "Reads"])
        let id = try #require(role["id"])
        let permission: [String: any Sendable] = [
            "permission_name": "read:reports", "resource_server_identifier": Self.rbac,
        ]

        let granted = try await api.send(
            "POST", "/roles/\(id)/permissions", ["permissions": [permission] as [any Sendable]])
        let given = try await api.send("POST", Self.john + "/roles", ["roles": [id]])
        let login = try await api.client.logIn(audience: Self.rbac, scope: "read:reports write:reports")
        let users = try await api.get("/roles/\(id)/users")
        _ = try await api.send("DELETE", Self.john + "/roles", ["roles": [id]])
        let after = try await api.client.logIn(audience: Self.rbac, scope: "read:reports")

        #expect([granted.status, given.status] == [201, 204])
        #expect(login["scope"] == "read:reports")
        #expect(claims(of: login["access_token"])?["permissions"]?.list?.compactMap(\.string) == ["read:reports"])
        #expect(users.json?.list?.first?["email"]?.string == "john@example.com")
        #expect(after["scope"] == "")
    }

    @Test func `emulator-a4 adds and removes permissions of a user directly`() async throws {
        let body: [String: any Sendable] = [
            "permissions": [
                ["permission_name": "write:reports", "resource_server_identifier": Self.rbac] as [String: any Sendable]
            ] as [any Sendable]
        ]
        let unknown: [String: any Sendable] = [
            "permissions": [
                ["permission_name": "fly", "resource_server_identifier": Self.rbac] as [String: any Sendable]
            ] as [any Sendable]
        ]

        #expect(try await api.send("POST", Self.john + "/permissions", body).status == 201)
        #expect(try await api.send("POST", Self.john + "/permissions", unknown).status == 404)
        let list = try await api.get(Self.john + "/permissions")
        #expect(try await api.send("DELETE", Self.john + "/permissions", body).status == 204)

        #expect(list.json?.list?.first?["permission_name"]?.string == "write:reports")
        #expect(try await api.get(Self.john + "/permissions").text == "[]")
    }

    /// [Recordings of the service](https://github.com/auth0/go-auth0/tree/main/test/data/recordings)
    @Test func `E5 changes of roles and permissions are answered as the service answers them`() async throws {
        let role = "/roles/" + (try #require(try await api.send("POST", "/roles", ["name": "reporter"])["id"]))
        let permission: [String: any Sendable] = [
            "permission_name": "read:reports", "resource_server_identifier": Self.rbac,
        ]
        let permissions: [String: Any] = ["permissions": [permission] as [any Sendable]]

        let answers = [
            try await api.send("POST", role + "/permissions", permissions),
            try await api.send("POST", Self.john + "/permissions", permissions),
            try await api.send("POST", role + "/users", ["users": [ManagementClient.john]]),
            try await api.send("DELETE", role),
        ]

        #expect(answers.map(\.status) == [201, 201, 200, 200])
        #expect(answers.allSatisfy { $0.text == "{}" })
        #expect(try await api.get(role).status == 404)
    }

    @Test func `E5 a connection names its realm and the clients that can use it`() async throws {
        let connection = try #require(try await api.get("/connections?name=email").json?.list?.first)

        #expect(connection["realms"]?.list?.map(\.string) == ["email"])
        #expect(connection["is_domain_connection"] == .boolean(false))
        #expect(connection["enabled_clients"]?.list?.contains(.string(tenant.clientID)) == true)
    }

    @Test func `emulator-a4 an organization, its members and an invitation that a browser accepts`() async throws {
        let created = try await api.send("POST", "/organizations", ["name": "initech", "display_name": "Initech"])
        let id = try #require(created["id"])

        let added = try await api.send("POST", "/organizations/\(id)/members", ["members": [ManagementClient.john]])
        let invitation = try await api.send(
            "POST", "/organizations/\(id)/invitations",
            [
                "invitee": ["email": "jane@example.com"] as [String: any Sendable], "client_id": tenant.clientID,
                "inviter": ["name": "John"] as [String: any Sendable],
            ])
        var browser = TestBrowser(tenant)
        try await browser.accept(invitation["invitation_url"], as: "jane@example.com")
        let members = try await api.get("/organizations/\(id)/members")
        let joined = try await api.get(Self.john + "/organizations")

        #expect([created.status, added.status, invitation.status] == [201, 204, 201])
        #expect(try await browser.idTokenClaims()?["org_id"]?.string == id)
        let emails = members.texts("email")
        #expect(emails?.sorted() == ["jane@example.com", "john@example.com"])
        #expect(joined.text.contains("initech"))
        #expect(try await api.get("/organizations/name/initech")["id"] == id)
        #expect(try await api.send("DELETE", "/organizations/\(id)").status == 204)
        #expect(try await api.get("/organizations/\(id)").status == 404)
    }

    @Test(arguments: [
        (["password": "Other-2026!x"], true), (["email": "j@example.com"], true), (["nickname": "j"], false),
    ])
    func `another password or address ends the sessions of the user`(change: [String: String], ends: Bool) async throws
    {
        var browser = try await TestBrowser(tenant, as: "john@example.com")

        let changed = try await api.send("PATCH", Self.john, change)
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))

        #expect(changed.status == 200)
        #expect(browser.query["error"] == (ends ? "login_required" : nil))
    }

    @Test func `an organization of a machine is not built, and null is none`() async throws {
        let members: [String: Any] = [
            "grant_type": "client_credentials", "client_id": "emulatorServer0000000000000000001",
            "client_secret": "a-secret-that-only-the-server-knows-2026", "audience": "\(tenant.domain)/api/v2/",
        ]
        let client = TestClient(tenant)

        let named = try await client.json("POST", "/oauth/token", members.merging(["organization": "acme"]) { $1 }, nil)
        let none = try await client.json(
            "POST", "/oauth/token", members.merging(["organization": String?.none as Any]) { $1 }, nil)

        #expect(named.status == 501)
        #expect(none.status == 200)
    }

    @Test func `a lifetime that no date has is refused`() async throws {
        let john = try await api.get("/users-by-email?email=john%40example.com")
        let id = try #require(john.json?.list?.first?["user_id"]?.string)

        let refused = try await api.send("POST", "/tickets/password-change", ["user_id": id, "ttl_sec": Int.max])

        #expect(refused.status == 400 && refused["message"]?.contains("ttl_sec") == true, "\(refused.text)")
        #expect(try await api.get("/users-by-email?email=john%40example.com").status == 200)
    }

    @Test func `a checkpoint of the log ignores what SDKs send with it`() async throws {
        let log = try await api.get("/logs?take=5&page=0&per_page=50&include_totals=true&include_fields=true")

        #expect(log.status == 200, "\(log.text)")
    }

    @Test func `emulator-a4 reads clients, connections and APIs`() async throws {
        let client = try await api.get("/clients/\(tenant.clientID)")
        let connections = try await api.get("/connections?strategy=sms")
        let id = try #require(connections.json?.list?.first?["id"]?.string)

        #expect(client["name"] == "Demo")
        #expect(client["organization_usage"] == "allow")
        #expect(client["organization_require_behavior"] == "no_prompt")
        #expect(client.json?["require_proof_of_possession"] == .boolean(false))
        #expect(try await api.get("/clients/unknown").status == 404)
        #expect(try await api.get("/connections/\(id)")["name"] == "sms")
        #expect(try await api.get("/resource-servers").text.contains("https://api.example.com/"))
    }

    @Test func `emulator-a4 lists and withdraws the consents of a user`() async throws {
        let foreign = "emulatorForeign00000000000000001"
        var browser = try await TestBrowser(tenant, as: "john@example.com", ["client_id": foreign])
        try await browser.submit("/u/consent", ["action": "accept"])

        let grants = try await api.get("/grants?user_id=auth0%7C000000000000000000000001")
        let grant = try #require(grants.json?.list?.first)
        _ = try await api.send("DELETE", "/grants/\(grant["id"]?.string ?? "")")
        try await browser.visit(browser.authorizeURL(["client_id": foreign]))

        #expect(grant["clientID"]?.string == foreign)
        #expect(browser.path == "/u/consent")
    }

    @Test func `the consents of a deleted user are gone`() async throws {
        var browser = TestBrowser(tenant)
        try await browser.logIn(["client_id": "emulatorForeign00000000000000001"])
        try await browser.submit("/u/consent", ["action": "accept"])
        let before = try await api.get("/grants")

        _ = try await api.send("DELETE", Self.john)

        #expect(before.json?.count == 1)
        #expect(try await api.get("/grants").text == "[]")
    }

    @Test func `roles of a seed have members, and an unknown one is an error with its name`() async throws {
        let json = """
            {"clients": [{"client_id": "mine"}], "connections": [{"name": "db", "strategy": "auth0"}],
             "users": [{"connection": "db", "email": "a@b.example", "password": "x"}],
             "roles": [{"name": "admin", "permissions": {"{domain}/api/v2/": ["read:users"]}, "members": ["MEMBER"]}]}
            """
        let good = try TenantSeed(json: Array(json.replacing("MEMBER", with: "a@b.example").utf8))

        let tenant = try EmulatedTenant.start { $0.seed = good }
        let login = try await TestClient(tenant).logIn(
            "a@b.example", password: "x", realm: "db", audience: "\(tenant.domain)/api/v2/", scope: "read:users")

        #expect(login["scope"] == "read:users")
        let error = #expect(throws: EmulatorError.self) {
            _ = try TenantSeed(json: Array(json.replacing("MEMBER", with: "b@b.example").utf8))
        }
        #expect(error?.detail == "seed.roles[0].members: there is no user b@b.example (line 3, column 83)")
    }
}
