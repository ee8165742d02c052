import ByteEncodings
import TenantEmulator
import Testing

@Suite struct ManagedUsersTests {
    private static let realm = "Username-Password-Authentication"
    let tenant: EmulatedTenant
    let api: ManagementClient

    init() async throws {
        tenant = try .withStoppedClock()
        api = try await ManagementClient(tenant)
    }

    private func create(_ email: String, _ more: [String: Any] = [:]) async throws -> TestResponse {
        let members: [String: Any] = ["email": email, "password": TestClient.password, "connection": Self.realm]
        return try await api.send("POST", "/users", members.merging(more) { $1 })
    }

    @Test func `emulator-a4 creates a user who can log in, and deletes the user`() async throws {
        let created = try await create(
            "new@example.com", ["given_name": "New", "app_metadata": ["plan": "gold"] as [String: any Sendable]])
        let id = try #require(created["user_id"])
        let login = try await api.client.logIn("new@example.com")
        let path = "/users/" + id.replacing("|", with: "%7C")

        #expect(created.status == 201)
        #expect(created.json?["app_metadata"]?["plan"]?.string == "gold")
        #expect(claims(of: login["id_token"])?["given_name"]?.string == "New")
        #expect(tenant.messages(to: "new@example.com").map(\.kind) == [.addressConfirmation])
        #expect(try await api.send("DELETE", path).status == 204)
        #expect(try await api.client.logIn("new@example.com").status == 403)
        #expect(
            try await api.client.renew(login["refresh_token"])["error_description"]
                == "The refresh_token was generated for a user who doesn't exist anymore.")
        #expect(try await api.get(path).status == 404)
        #expect(try await api.send("DELETE", path).status == 204)
    }

    /// [Create a user](https://auth0.com/docs/api/management/v2/users/post-users)
    @Test func `E5 a new user needs a connection`() async throws {
        let response = try await api.send("POST", "/users", ["email": "new@example.com"])

        #expect(response.status == 400 && response["errorCode"] == "invalid_body")
        #expect(response["message"] == "Payload validation error: 'Missing required property: connection'.")
    }

    /// [A recording of the
    /// service](https://github.com/auth0/go-auth0/blob/main/test/data/recordings/TestUserManager_Read.yaml)
    @Test func `E5 a new user has no logins_count, and blocked only if a program has set it`() async throws {
        let john = ManagementClient.pathOfJohn
        let new = try await create("one@example.com")
        let named = try await create("two@example.com", ["blocked": false])
        let blocked = try await api.send("PATCH", john, ["blocked": true])
        let freed = try await api.send("PATCH", john, ["blocked": false])
        _ = try await api.client.logIn()

        #expect(new.json?["logins_count"] == nil && new.json?["blocked"] == nil)
        #expect([named, freed].allSatisfy { $0.json?["blocked"] == .boolean(false) })
        #expect(blocked.json?["blocked"] == .boolean(true))
        #expect(try await api.get(john).json?["logins_count"]?.integer == 1)
        #expect(try await api.search("NOT _exists_:logins_count").texts("email")?.contains("one@example.com") == true)
    }

    @Test(arguments: ["/api/v2/users", "/_emulator/users"])
    func `emulator-a4 a refresh token of a deleted user is not one of a later user with the same ID`(
        path: String
    ) async throws {
        _ = try await create("first@example.com", ["user_id": "same"])
        let token = try await api.client.logIn("first@example.com")["refresh_token"]
        _ = try await api.send("DELETE", "/users/auth0%7Csame")

        let members = ["email": "first@example.com", "password": TestClient.password, "connection": Self.realm]
        let id = path.hasPrefix("/api") ? "same" : "auth0|same"
        let body = try JSONValue(freeForm: members.merging(["user_id": id]) { $1 })
        var writer = JSONWriter()
        writer.write(body)
        let created = try await api.client.send(
            "POST", path, token: api.token,
            headers: ["X-Emulator-Token": tenant.controlToken, "Content-Type": "application/json"], body: writer.bytes)

        #expect(created.status == 201)
        #expect(try await api.client.renew(token)["error"] == "invalid_grant")
        #expect(try await api.client.logIn("first@example.com").status == 200)
    }

    @Test func `a user who is deleted by the program is a member of no organization`() async throws {
        let path = "/organizations/org_0000000000000001/members"
        let before = try await api.get(path).text

        try tenant.deleteUser("john@example.com")

        #expect(before.contains("john@example.com"))
        #expect(try await api.get(path).text.contains("auth0|000000000000000000000001") == false)
    }

    @Test(
        arguments: [
            (["email": "john@example.com"], 409), (["connection": "nowhere"], 400), (["email": "no address"], 400),
            (["password": "weak"], 400), (["bogus": "x"], 400), (["blocked": "yes"], 400),
        ] as [([String: String], Int)])
    func `refuses a user who cannot be created`(change: [String: String], status: Int) async throws {
        let response = try await create(change["email"] ?? "new@example.com", change)

        #expect(response.status == status)
        #expect(response["message"]?.isEmpty == false)
        #expect(try await api.get("/users-by-email?email=new%40example.com").text == "[]")
    }

    @Test func `a password that cannot be stored is refused with 500, and nothing is changed`() async throws {
        let tenant = try EmulatedTenant.withStoppedClock {
            $0.passwordIterations = 0
            for index in $0.seed.users.indices { $0.seed.users[index].password = nil }
        }
        let api = try await ManagementClient(tenant)
        let claims = #""sub": "\#(ManagementClient.john)", "aud": "\#(tenant.domain)/me/""#
        let made = try await api.client.control(
            "POST", "tokens", #"{"claims": {\#(claims), "scope": "create:me:authentication_methods"}}"#)
        let begun = try await api.client.post(
            "/me/v1/authentication-methods", ["type": "password", "connection": Self.realm], token: made["token"])
        let location = try #require(begun.header("location"))
        let (user, password) = (ManagementClient.pathOfJohn, "Entirely-New-1")

        let created = try await api.send(
            "POST", "/users", ["email": "new@example.com", "password": password, "connection": Self.realm])
        let changed = try await api.send("PATCH", user, ["password": password, "name": "New"])
        let enrolled = try await api.client.post(
            location.dropFirst(tenant.domain.count) + "/verify",
            ["auth_session": begun["auth_session"] ?? "", "new_password": password], token: made["token"])

        #expect([created, changed, enrolled].map(\.status) == [500, 500, 500])
        let text = "Cannot store the password"
        #expect([created["message"], changed["message"], enrolled["detail"]] == [text, text, text])
        #expect(try await api.get("/users-by-email?email=new%40example.com").text == "[]")
        #expect(try await api.get(user)["name"] == "John Appleseed")
    }

    @Test(
        arguments: [
            ("email:\"john@example.com\"", ["john@example.com"]), ("email:jo*", ["john@example.com"]),
            ("user_metadata.country:Canada", ["john@example.com"]),
            ("name:\"John Appleseed\" OR email:jane@example.com", ["john@example.com", "jane@example.com"]),
            ("given_name:J* AND -email:john*", ["jane@example.com"]),
            ("given_name:J* NOT family_name:Roe", ["john@example.com"]),
            ("identities.connection:Employees", ["eve@corp.example.com"]), ("blocked:true", ["blocked@example.com"]),
            ("_exists_:user_metadata", ["john@example.com"]), ("Appleseed", ["john@example.com"]),
            ("email:nobody*", []),
        ])
    func `emulator-a4 finds users by the query syntax of the service`(query: String, found: [String]) async throws {
        #expect(try await api.search(query, "&search_engine=v3").texts("email") == found)
    }

    @Test(arguments: [
        "logins_count:[1 TO 3", "logins_count:[1 3]", "logins_count:>", "x[1 TO 2]", "nonsense:1",
        "email:\"open", "NOT", "a OR", ":x", "em*il:x*y",
    ])
    func `a query that is not understood is refused, not answered wrongly`(query: String) async throws {
        let response = try await api.search(query)

        #expect(response.status == 400)
        #expect(response["errorCode"] == "invalid_query_string")
    }

    @Test func `emulator-a4 lists users in pages, sorted, with totals`() async throws {
        let page = try await api.get("/users?page=1&per_page=2&include_totals=true&sort=email%3A-1&fields=email")
        let all = try await api.get("/users?per_page=100&sort=email%3A-1&fields=email")

        let emails = all.texts("email") ?? []
        #expect(page.json?["total"]?.integer == tenant.users.count)
        #expect(page.json?["start"]?.integer == 2)
        #expect(page.json?["users"]?.list?.compactMap { $0["email"]?.string } == Array(emails[2..<4]))
        #expect(emails == emails.sorted(by: >))
        #expect(try await api.get("/users?per_page=101").status == 400)
    }

    @Test func `E8 a sorted list follows every change of a user`() async throws {
        func names() async throws -> [String] {
            try await api.get("/users?sort=name%3A-1&per_page=100&fields=name").texts("name") ?? []
        }
        let created: [String: Any] = [
            "connection": TestClient.realm, "email": "last@example.com", "password": TestClient.password,
            "user_id": "last", "name": "zzzz",
        ]

        let before = try await names()
        _ = try await api.send("PATCH", "/users/auth0%7C000000000000000000000001", ["name": "zzz"])
        let renamed = try await names()
        _ = try await api.send("POST", "/users", created)
        let added = try await names()
        _ = try await api.send("DELETE", "/users/auth0%7Clast")
        let removed = try await names()

        #expect(before == before.sorted(by: >) && before.first != "zzz")
        #expect(renamed.first == "zzz" && added.prefix(2) == ["zzzz", "zzz"])
        #expect(removed == renamed && removed.count == before.count)
    }

    @Test func `emulator-a4 a ticket changes the password and returns to the application`() async throws {
        let response = try await api.send(
            "POST", "/tickets/password-change",
            ["user_id": ManagementClient.john, "result_url": "https://app.example.com/in?x=1", "ttl_sec": 60])
        var browser = TestBrowser(tenant)
        try await browser.visit(#require(response["ticket"]))
        try await browser.submit("/u/reset-verify", ["password": "New-Sesame-2026!", "repeated": "New-Sesame-2026!"])

        #expect(response.status == 201)
        #expect(browser.address.hasPrefix("https://app.example.com/in?x=1&"))
        #expect(browser.query["success"] == "true")
        #expect(try await api.client.logIn(password: "New-Sesame-2026!").status == 200)
        #expect(tenant.inbox.isEmpty)
    }

    @Test func `emulator-a4 shows and lifts the block after too many wrong passwords`() async throws {
        for _ in 0..<10 { _ = try await api.client.logIn(password: "wrong") }
        let path = "/user-blocks/auth0%7C000000000000000000000001"

        let blocks = try await api.get(path)

        #expect(blocks.json?["blocked_for"]?.list?.first?["identifier"]?.string == "john@example.com")
        #expect(try await api.client.logIn().status == 429)
        #expect(try await api.send("DELETE", path).status == 204)
        #expect(try await api.client.logIn().status == 200)
    }

    @Test func `E5 the log distinguishes an unknown user and a wrong password, with the client`() async throws {
        _ = try await api.client.logIn("nobody@example.com")
        _ = try await api.client.logIn(password: "wrong")

        let events = try await api.get("/logs").json?.list ?? []

        #expect(events.map { $0["type"]?.string } == ["fp", "fu"])
        #expect(events.map { $0["client_id"]?.string } == [tenant.clientID, tenant.clientID])
        #expect(events.last?["user_name"]?.string == "nobody@example.com" && events.last?["user_id"] == nil)
    }

    @Test(arguments: [
        ("given_name", 0, "'String is too short (0 chars), minimum 1' on property given_name."),
        ("family_name", 151, "'String is too long (151 chars), maximum 150' on property family_name."),
        ("nickname", 301, "'String is too long (301 chars), maximum 300' on property nickname."),
    ])
    func `E5 a name has the length that the schema of the service allows`(
        name: String, count: Int, defect: String
    ) async throws {
        let path = "/users/auth0%7C000000000000000000000001"

        let refused = try await api.send("PATCH", path, [name: String(repeating: "ö", count: count)])
        let allowed = try await api.send("PATCH", path, [name: String(repeating: "ö", count: max(1, count - 1))])

        #expect(refused.status == 400 && refused["message"] == "Payload validation error: \(defect)")
        #expect(allowed.status == 200)
    }

    @Test func `E5 only users of a connection with user names have one`() async throws {
        let eve = "/users/auth0%7C000000000000000000000016"
        let user = ["email": "u@example.com", "password": TestClient.password, "username": "ulla"]

        let created = try await api.send("POST", "/users", user.merging(["connection": TestClient.realm]) { $1 })
        let changed = try await api.send("PATCH", "/users/auth0%7C000000000000000000000001", ["username": "johnny"])
        let named = try await api.send("POST", "/users", user.merging(["connection": "Employees"]) { $1 })
        let nameless = try await api.send(
            "POST", "/users",
            ["email": "v@example.com", "password": TestClient.password, "connection": "Employees"])

        for response in [created, changed] {
            #expect(response.status == 400)
            #expect(response["message"] == "Cannot set username for connection without requires_username")
        }
        #expect(named.status == 201 && named["username"] == "ulla")
        #expect(nameless["message"] == "Payload validation error: 'Missing required property: username'.")
        #expect(try await api.send("PATCH", eve, ["username": "eva"])["username"] == "eva")
    }

    @Test func `emulator-a4 the log has logins and failures, newest first`() async throws {
        _ = try await api.client.logIn(password: "wrong")
        _ = try await api.client.logIn()
        _ = try await api.client.logIn("jane@example.com")

        let all = try await api.get("/logs")
        let own = try await api.get("/users/auth0%7C000000000000000000000001/logs")

        #expect(all.texts("type") == ["s", "s", "fp"])
        #expect(own.texts("type") == ["s", "fp"])
    }
}
