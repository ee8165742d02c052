import ByteEncodings
import TenantEmulator
import Testing

@Suite struct SeedTests {
    @Test func `starts with the users and clients of a seed`() async throws {
        let seed = try TenantSeed(
            json: Array(
                """
                {"clients": [{"client_id": "mine"}], "connections": [{"name": "db", "strategy": "auth0"}],
                 "default_directory": "db",
                 "users": [{"connection": "db", "email": "a@b.example", "password": "x"}]}
                """.utf8))

        let tenant = try EmulatedTenant.start { $0.seed = seed }

        #expect(tenant.clientID == "mine")
        let response = try await TestClient(tenant).tokens([
            "grant_type": "password", "username": "a@b.example", "password": "x", "scope": "openid",
        ])
        #expect(response.status == 200)
    }

    @Test func `a seed built in Swift is the same data as JSON`() async throws {
        let connection = "Username-Password-Authentication"
        let json = """
            {"clients": [{"client_id": "mine", "callbacks": ["http://127.0.0.1/callback"],
                          "organization_usage": "allow"}],
             "connections": [{"name": "\(connection)", "strategy": "auth0"}], "default_directory": "\(connection)",
             "apis": [{"audience": "https://a.example/", "scopes": ["read", "write"], "privileged_scopes": ["write"]}],
             "organizations": [{"id": "org_1", "name": "acme", "members": ["a@b.example"]}],
             "users": [{"user_id": "auth0|1", "connection": "\(connection)", "email": "a@b.example",
                        "email_verified": true, "password": "x", "profile": {"given_name": "Ann", "age": 7},
                        "permissions": {"https://a.example/": ["write"]}}]}
            """
        var user = TenantSeed.User(email: "a@b.example", password: "x")
        (user.id, user.isEmailVerified) = ("auth0|1", true)
        (user.profile, user.permissions) = (["given_name": "Ann", "age": 7], ["https://a.example/": ["write"]])
        var client = TenantSeed.Client(id: "mine", callbacks: ["http://127.0.0.1/callback"])
        client.organizationUsage = .allow
        let built = TenantSeed(
            clients: [client], users: [user],
            apis: [.init(audience: "https://a.example/", scopes: ["read", "write"], privilegedScopes: ["write"])],
            organizations: [.init(id: "org_1", name: "acme", members: ["a@b.example"])])

        for seed in [built, try TenantSeed(json: Array(json.utf8))] {
            let tenant = try EmulatedTenant.start { $0.seed = seed }
            let response = try await TestClient(tenant).tokens([
                "grant_type": "password", "username": "a@b.example", "password": "x", "organization": "acme",
                "audience": "https://a.example/", "scope": "openid profile email read write",
            ])
            let claims = claims(of: response["id_token"])
            #expect(response["scope"] == "openid profile email read write")
            #expect(claims?["sub"]?.string == "auth0|1")
            #expect(claims?["given_name"]?.string == "Ann")
            #expect(claims?["email_verified"] == .boolean(true))
            #expect(claims?["org_id"]?.string == "org_1")
        }
    }

    @Test func `adds to the standard seed`() async throws {
        let tenant = try EmulatedTenant.start {
            $0.seed.users.append(.init(email: "new@example.com", password: TestClient.password))
        }

        let response = try await TestClient(tenant).logIn("new@example.com")

        #expect(response.status == 200)
    }

    private static let invalid: [(TenantSeed, String)] = [
        (TenantSeed(clients: []), "seed.clients"),
        (TenantSeed(clients: [.init(id: "a", authentication: .privateKeyJWT)]), "seed.clients[0].jwks"),
        (
            TenantSeed(clients: [.init(id: "a", secret: "short", authentication: .secretJWT)]),
            "seed.clients[0].client_secret"
        ),
        (
            TenantSeed(clients: [.init(id: "a")], users: [.init(email: "a@b.example", connection: "none")]),
            "seed.users[0].connection"
        ),
    ]

    @Test(arguments: invalid.indices)
    func `does not start with a seed that is not valid`(index: Int) {
        let (seed, detail) = Self.invalid[index]

        let error = #expect(throws: EmulatorError.self) { try EmulatedTenant.start { $0.seed = seed } }

        #expect(error?.code == .malformedSeed)
        #expect(error?.detail?.hasPrefix(detail) == true)
    }

    @Test func `does not start with a profile that JSON cannot represent`() {
        var user = TenantSeed.User(email: "a@b.example")
        user.profile = ["since": Duration.zero]
        let seed = TenantSeed(clients: [.init(id: "a")], users: [user])

        let error = #expect(throws: EmulatorError.self) { try EmulatedTenant.start { $0.seed = seed } }

        #expect(error?.code == .malformedSeed)
    }

    @Test func `lists the users`() throws {
        let tenant = try EmulatedTenant.start()

        #expect(tenant.users.contains { $0.login == "john@example.com" })
        #expect(tenant.users.contains { $0.login == "+15550100100" && $0.connection == "sms" })
    }
}
