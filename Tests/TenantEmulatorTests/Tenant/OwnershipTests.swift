import ByteEncodings
import TenantEmulator
import Testing

/// Everything that belongs to a user, a client or an organization ends with it: a later one of the same ID does not get
/// it.
@Suite struct OwnershipTests {
    private static let foreign = "emulatorForeign00000000000000001"
    private static let business = "emulatorBusiness0000000000000001"
    private static let same = "/users/auth0%7Csame"
    private static let server = [
        "client_id": "emulatorServer0000000000000000001", "client_secret": "a-secret-that-only-the-server-knows-2026",
    ]
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    /// Creates a user with an ID of a name, and the address of this name at `example.com`.
    private func create(_ api: ManagementClient, _ name: String = "same", id: String? = nil) async throws {
        let members = [
            "email": name + "@example.com", "password": TestClient.password, "connection": TestClient.realm,
            "user_id": id ?? name,
        ]
        #expect(try await api.send("POST", "/users", members).status == 201)
    }

    /// Replaces the user by another one of the same ID and address.
    private func replace(_ api: ManagementClient) async throws {
        #expect(try await api.send("DELETE", Self.same).status == 204)
        try await create(api)
    }

    private func control(
        _ method: String, _ path: String, _ members: [String: Any]? = nil, of tenant: EmulatedTenant? = nil
    ) async throws -> TestResponse {
        var writer = JSONWriter()
        if let members { writer.write(try JSONValue(freeForm: members)) }
        return try await TestClient(tenant ?? self.tenant).control(
            method, path, members.map { _ in String(decoding: writer.bytes, as: UTF8.self) })
    }

    /// Logs in at a client of another company, and accepts its request.
    private func consent(as username: String) async throws -> TestBrowser {
        var browser = try await TestBrowser(
            tenant, as: username, ["client_id": Self.foreign, "scope": "openid offline_access"])
        try await browser.submit("/u/consent", ["action": "accept"])
        return browser
    }

    @Test func `emulator-a4 tokens of a deleted user are not those of a later user with the same ID`() async throws {
        let api = try await ManagementClient(tenant)
        try await create(api)
        func statuses(_ info: String?, _ account: String?, _ management: String?, _ id: String?) async throws -> [Int] {
            [
                try await client.get("/userinfo", token: info).status,
                try await client.get("/me/v1/factors", token: account).status,
                try await client.get("/api/v2" + Self.same, token: management).status,
                try await client.get("/api/v2" + Self.same, token: id).status,
            ]
        }
        func isActive(_ token: String?) async throws -> JSONValue? {
            let members = Self.server.merging(["token": token ?? ""]) { $1 }
            return try await client.post("/oauth/introspect", members).json?["active"]
        }
        let login = try await client.logIn("same@example.com")
        let (info, id) = (login["access_token"], login["id_token"])
        let account = try await client.logIn(
            "same@example.com", audience: "\(tenant.domain)/me/", scope: "read:me:factors")["access_token"]
        let management = try await client.logIn(
            "same@example.com", audience: "\(tenant.domain)/api/v2/", scope: "read:current_user")["access_token"]
        let before = try await statuses(info, account, management, id)
        _ = try await api.send("DELETE", Self.same)
        let activeAfterDeletion = try await isActive(info)
        try await create(api)

        let after = try await statuses(info, account, management, id)
        let later = try await client.logIn("same@example.com")

        #expect(before == [200, 200, 200, 200])
        #expect(activeAfterDeletion == .boolean(false))
        #expect(after == [401, 401, 401, 401])
        #expect(try await client.get("/userinfo", token: later["access_token"]).status == 200)
        #expect(try await client.get("/api/v2" + Self.same, token: later["id_token"]).status == 200)
    }

    @Test(arguments: [[:], ["jti": "mine"], ["azp": "mine", "sid": "mine"]])
    func `emulator-a4 a token that a test signs is valid for a later user with the ID of a deleted one`(
        chosen: [String: String]
    ) async throws {
        let api = try await ManagementClient(tenant)
        try await create(api)
        try await replace(api)

        let claims = ["sub": "auth0|same", "aud": "\(tenant.domain)/userinfo", "scope": "openid"]
        let signed = try await control("POST", "tokens", ["claims": claims.merging(chosen) { $1 }])

        #expect(try await client.get("/userinfo", token: signed["token"]).status == 200)
    }

    @Test func `emulator-a4 tokens that a test signs for two users with one ID are valid`() async throws {
        let api = try await ManagementClient(tenant)
        var signed: [String?] = []
        for name in ["same", "other"] {
            try await create(api, name)
            #expect(try await api.send("DELETE", "/users/auth0%7C" + name).status == 204)
            try await create(api, name)
            let claims = ["sub": "auth0|" + name, "aud": "\(tenant.domain)/userinfo", "scope": "openid", "jti": "mine"]
            signed.append(try await control("POST", "tokens", ["claims": claims])["token"])
        }

        for token in signed { #expect(try await client.get("/userinfo", token: token).status == 200) }
    }

    @Test func `emulator-a4 a snapshot with an earlier user refuses the tokens of the later one`() async throws {
        let api = try await ManagementClient(tenant)
        try await create(api)
        let earlier = try await client.logIn("same@example.com")
        #expect(try await control("PUT", "snapshots/one").status == 204)
        try await replace(api)
        let later = try await client.logIn("same@example.com")

        #expect(try await control("POST", "snapshots/one/restore").status == 204)

        #expect(later.status == 200)
        #expect(try await client.get("/api/v2" + Self.same, token: later["id_token"]).status == 401)
        #expect(try await client.get("/userinfo", token: later["access_token"]).status == 401)
        #expect(try await client.get("/userinfo", token: earlier["access_token"]).status == 200)
    }

    @Test func `emulator-a4 codes, mails and attempts of a deleted user are not those of a later user`() async throws {
        let api = try await ManagementClient(tenant)
        try await create(api)
        let browser = try await TestBrowser(tenant, as: "same@example.com")
        let device = try await client.post("/oauth/device/code", ["scope": "openid"])
        try tenant.approveDevice(userCode: try #require(device["user_code"]), as: "same@example.com")
        try tenant.accept(subjectToken: "s", type: "urn:example:type", for: "same@example.com")
        let reset = ["email": "same@example.com", "connection": TestClient.realm]
        _ = try await client.post("/dbconnections/change_password", reset)
        let link = try #require(tenant.messages(to: "same@example.com").compactMap(\.link).last)
        for _ in 0..<10 { _ = try await client.logIn("same@example.com", password: "wrong") }
        let blocked = try await client.logIn("same@example.com")

        try await replace(api)

        #expect(blocked.status == 429)
        #expect(try await client.logIn("same@example.com").status == 200)
        #expect(try await browser.tokens()["error"] == "invalid_grant")
        #expect(try await client.get(String(link.dropFirst(tenant.domain.count))).status == 400)
        for members in [
            [
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                "device_code": device["device_code"] ?? "",
            ],
            [
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": "s",
                "subject_token_type": "urn:example:type", "scope": "openid",
            ],
        ] { #expect(try await client.tokens(members).status != 200) }
    }

    @Test func `emulator-a4 a second factor that a deleted user proved is asked of a later user`() async throws {
        let tenant = try EmulatedTenant.withStoppedClock { $0.secondFactorMemory = .seconds(600) }
        let client = TestClient(tenant)
        func prove() async throws -> TestResponse {
            try await client.tokens([
                "grant_type": "http://auth0.com/oauth/grant-type/mfa-otp",
                "mfa_token": try await client.logIn("mfa@example.com")["mfa_token"] ?? "",
                "otp": tenant.authenticatorCode(for: "mfa@example.com") ?? "",
            ])
        }
        #expect(try await prove().status == 200)
        #expect(try await client.logIn("mfa@example.com").status == 200)

        try tenant.deleteUser("mfa@example.com")
        let app = ["id": "totp|dev_1", "type": "otp", "target": "3132333435363738393031323334353637383930"]
        let user: [String: Any] = [
            "user_id": "auth0|000000000000000000000005", "connection": TestClient.realm, "email": "mfa@example.com",
            "password": TestClient.password, "mfa_required": true, "second_factors": [app],
        ]
        #expect(try await control("POST", "users", user, of: tenant).status == 201)

        #expect(try await client.logIn("mfa@example.com")["error"] == "mfa_required")
        // The code of this time step is one that the earlier user has used.
        #expect(try await prove().status == 200)
    }

    @Test func `emulator-a4 an account that was linked and is separate again has nothing of before`() async throws {
        let api = try await ManagementClient(tenant)
        try await create(api)
        var browser = try await TestBrowser(tenant, as: "same@example.com")
        let login = try await client.logIn("same@example.com")
        let john = "/users/auth0%7C000000000000000000000001/identities"

        let linked = try await api.send("POST", john, ["provider": "auth0", "user_id": "same"])
        let taken = try await control(
            "POST", "users", ["connection": TestClient.realm, "user_id": "auth0|same", "email": "other@example.com"])
        let separate = try await api.send("DELETE", john + "/auth0/same")
        try await browser.visit(browser.authorizeURL(["prompt": "none"]))

        #expect([linked.status, taken.status, separate.status] == [201, 409, 200])
        #expect(browser.query["error"] == "login_required")
        #expect(try await client.renew(login["refresh_token"]).status == 403)
        #expect(try await client.get("/userinfo", token: login["access_token"]).status == 401)
        #expect(try await client.logIn("same@example.com").status == 200)
    }

    @Test func `emulator-a4 consents of a user stay when the user with the beginning of the ID is deleted`()
        async throws
    {
        let api = try await ManagementClient(tenant)
        try await create(api, "x")
        try await create(api, "y", id: "x y%20")
        for name in ["x", "y"] { _ = try await consent(as: name + "@example.com") }

        _ = try await api.send("DELETE", "/users/auth0%7Cx")

        let grants = try await api.get("/grants").json?.elements
        #expect(grants?.map { $0["user_id"]?.string } == ["auth0|x y%20"])
        #expect(grants?.first?["clientID"]?.string == Self.foreign)
    }

    /// See [Refresh tokens and
    /// grants](https://auth0.com/docs/secure/tokens/refresh-tokens/revoke-refresh-tokens).
    @Test(arguments: [true, false])
    func `emulator-a4 refresh tokens end with the consent they were issued with`(isNamed: Bool) async throws {
        let api = try await ManagementClient(tenant)
        let token = try await consent(as: "john@example.com").tokens(clientID: Self.foreign)["refresh_token"]
        let other = try await client.logIn()["refresh_token"]
        let grant = try #require(try await api.get("/grants").json?.elements?.first?["id"]?.string)

        _ = try await api.send(
            "DELETE", isNamed ? "/grants/\(grant)" : "/grants?user_id=auth0%7C000000000000000000000001")

        #expect(try await client.renew(token, ["client_id": Self.foreign]).status == 403)
        #expect(try await client.renew(other).status == 200)
    }

    @Test func `emulator-a4 logins and invitations to an organization end with it`() async throws {
        let api = try await ManagementClient(tenant)
        let request = ["client_id": Self.business, "organization": "acme"]
        let organization = "/organizations/org_0000000000000001"
        var (one, two) = (TestBrowser(tenant), TestBrowser(tenant))
        try await one.logIn(request)
        try await two.visit(two.authorizeURL(request))
        let invited = try await api.send(
            "POST", organization + "/invitations",
            [
                "invitee": ["email": "a@example.com"], "inviter": ["name": "b"], "client_id": Self.business,
            ])
        #expect(invited.status == 201)

        #expect(try await api.send("DELETE", organization).status == 204)

        try await two.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])
        #expect(two.page?.status == 400)
        #expect(try await one.tokens(clientID: Self.business)["error"] == "invalid_grant")
        #expect(try await control("GET", "invitations").text == "[]")
    }

    @Test func `emulator-a4 refresh tokens for a deleted organization are refused, also after a restart`()
        async throws
    {
        let file = StateFileFixture()
        let first = try EmulatedTenant.start(file.configuration)
        let login = try await TestClient(first).tokens([
            "grant_type": "password", "username": "john@example.com", "password": TestClient.password,
            "organization": "acme", "scope": "openid offline_access",
        ])
        #expect(login.status == 200)
        _ = try await ManagementClient(first).send("DELETE", "/organizations/org_0000000000000001")
        first.stop()

        let second = TestClient(try EmulatedTenant.start(file.configuration))

        #expect(try await second.renew(login["refresh_token"])["error"] == "invalid_grant")
    }

    @Test func `emulator-a4 a code is not exchanged for a user who has left the organization`() async throws {
        let browser = try await TestBrowser(
            tenant, as: "john@example.com", ["client_id": Self.business, "organization": "acme"])

        try tenant.remove("john@example.com", from: "acme")

        let response = try await browser.tokens(clientID: Self.business)
        #expect(response["error_description"] == "user is not part of the org_0000000000000001 organization")
    }

    /// [RFC 7592 §2.3](https://www.rfc-editor.org/rfc/rfc7592#section-2.3)
    @Test(arguments: [false, true])
    func `emulator-c2 tokens of users end with their client, also for a later client of the same ID`(
        isReplaced: Bool
    ) async throws {
        #expect(try await control("POST", "clients", ["client_id": "same"]).status == 201)
        var own = client
        own.clientID = "same"
        let login = try await own.logIn()
        let account = try await own.logIn(
            audience: "\(tenant.domain)/me/", scope: "read:me:factors")["access_token"]
        func statuses(_ token: String?) async throws -> [Int] {
            [
                try await client.get("/userinfo", token: token).status,
                try await client.get("/me/v1/factors", token: account).status,
            ]
        }
        let before = try await statuses(login["access_token"])

        #expect(try await control("DELETE", "clients/same").status == 204)
        if isReplaced { #expect(try await control("POST", "clients", ["client_id": "same"]).status == 201) }

        #expect(before == [200, 200])
        #expect(try await statuses(login["access_token"]) == [401, 401])
        #expect(tenant.journal.last?.reason?.contains("client was removed") == true)
        #expect(try await own.renew(login["refresh_token"]).status == (isReplaced ? 403 : 401))
        let later = try await own.logIn()["access_token"]
        #expect(try await client.get("/userinfo", token: later).status == (isReplaced ? 200 : 401))
        let john = "/api/v2/users/auth0%7C000000000000000000000001"
        #expect(try await client.get(john, token: login["id_token"]).status == 401)
        let laterID = try await own.logIn()["id_token"]
        #expect(try await client.get(john, token: laterID).status == (isReplaced ? 200 : 401))
    }

    @Test func `emulator-c2 tokens of a user and of a client with the same ID end separately`() async throws {
        let api = try await ManagementClient(tenant)
        try await create(api)
        var both = client
        both.clientID = "auth0|same"
        let description = ["client_id": both.clientID]
        #expect(try await control("POST", "clients", description).status == 201)
        let ofClient = try await both.logIn()["access_token"]
        let ofUser = try await client.logIn("same@example.com")
        let before = try await client.get("/userinfo", token: ofClient).status

        #expect(try await control("DELETE", "clients/auth0%7Csame").status == 204)
        #expect(try await control("POST", "clients", description).status == 201)
        let later = try await both.logIn()["access_token"]
        #expect(try await client.get("/userinfo", token: ofUser["access_token"]).status == 200)
        #expect(try await client.get("/api/v2" + Self.same, token: ofUser["id_token"]).status == 200)
        #expect(try await api.send("DELETE", Self.same).status == 204)

        #expect(before == 200)
        #expect(try await client.get("/userinfo", token: ofClient).status == 401)
        #expect(try await client.get("/userinfo", token: later).status == 200)
    }

    @Test func `emulator-c2 what a removed client was granted is not granted to a later client of the same ID`()
        async throws
    {
        let (api, description) = (
            try await ManagementClient(tenant),
            [
                "client_id": "same", "callbacks": [TestBrowser.callback], "third_party": true,
                "client_secret": "a-secret-of-a-client-that-is-removed",
            ] as [String: Any]
        )
        #expect(try await control("POST", "clients", description).status == 201)
        func machineToken() async throws -> String? {
            try await client.tokens([
                "grant_type": "client_credentials", "client_id": "same",
                "client_secret": "a-secret-of-a-client-that-is-removed", "audience": "\(tenant.domain)/api/v2/",
            ])["access_token"]
        }
        let token = try await machineToken()
        var browser = try await TestBrowser(tenant, as: "john@example.com", ["client_id": "same"])
        try await browser.submit("/u/consent", ["action": "accept"])
        try await browser.visit(browser.authorizeURL(["client_id": "same", "scope": "openid email read:todos"]))
        #expect(try await client.get("/api/v2/clients", token: token).status == 200)

        #expect(try await control("DELETE", "clients/same").status == 204)
        #expect(try await control("POST", "clients", description).status == 201)

        #expect(try await api.get("/grants").text == "[]")
        #expect(try await client.get("/api/v2/clients", token: token).status == 401)
        #expect(try await client.get("/api/v2/clients", token: machineToken()).status == 200)
    }
}
