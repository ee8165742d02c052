import ByteEncodings
import TenantEmulator
import Testing

/// The syntax of searches for users, and what the Management API says about users.
@Suite struct UserSearchTests {
    let tenant: EmulatedTenant
    let api: ManagementClient

    init() async throws {
        tenant = try .withStoppedClock()
        api = try await ManagementClient(tenant)
    }

    private static let (john, jane) = ("john@example.com", "jane@example.com")

    @Test(arguments: [
        ("(email:\"john@example.com\" OR email:\"jane@example.com\") AND email_verified:true", [john, jane]),
        ("given_name:J* AND (family_name:Appleseed OR family_name:Roe)", [john, jane]),
        ("given_name:J* AND NOT (family_name:Appleseed OR (email:nobody* OR name:nobody))", [jane]),
        ("-(email:j* OR email:b*) identities.connection:Employees", ["eve@corp.example.com"]),
        ("family_name:*leseed", [john]), ("name:*ohn*seed", [john]), ("email:john\\@example.com", [john]),
        ("user_id:auth0\\|000000000000000000000001", [john]), ("user_id:AUTH0\\|000000000000000000000001", [john]),
        ("user_id:john\\@example.com", []), ("email:auth0\\|000000000000000000000001", []),
        ("name:John\\ Appleseed", [john]), ("user_id:auth0|000000000000000000000001", [john]),
        ("email:\"jo*\"", []), ("email:jo\\*", []), ("phone_number:+1*", []),
    ])
    func `E5 a search has groups, patterns and escapes`(query: String, found: [String]) async throws {
        #expect(try await api.search(query).texts("email") == found)
    }

    @Test(arguments: [
        "(email:a", "email:a)", "()", "email:()", "email:(a OR name:b)", "email:(a OR (b)", "email:", ":(a)",
        "nickname:jo?n", "email:a || email:b", "email:a && email:b",
        "name:/joh?n/", "name:roam~", "name:john^2", "!email:a", "email:*m*", "email:a AND", "AND email:a", "email:a\\",
        "email:\"a\"b", String(repeating: "(", count: 50) + "email:a" + String(repeating: ")", count: 50),
    ])
    func `E5 syntax that the emulator does not have is refused, not an empty list`(query: String) async throws {
        let response = try await api.search(query)

        #expect(response.status == 400)
        #expect(response["errorCode"] == "invalid_query_string")
    }

    @Test(arguments: [
        ("user_id:(\"auth0|000000000000000000000001\" OR \"auth0|000000000000000000000002\")", [john, jane]),
        ("email:(\(john) OR jane*) AND NOT given_name:(jane)", [john]),
        ("-email:(a* OR b* OR j*) email:m*", ["mfa@example.com"]),
        ("given_name:((John OR Jane) AND j*)", [john, jane]),
        ("organization_id:org_0000000000000003", []),
        ("organization_id:\"org_0000000000000002\"", [john, "eve@corp.example.com"]),
        ("organization_id:org_0000000000000001 -email:m* -_exists_:username", [john]),
    ])
    func `E5 a field has a group of values, and a user the organizations`(query: String, found: [String]) async throws {
        #expect(try await api.search(query).texts("email") == found)
    }

    /// [User Search Query Syntax](https://auth0.com/docs/manage-users/user-search/user-search-query-syntax)
    @Test(arguments: [
        ("user_metadata.country:\"Canada\"", 1), ("user_metadata.country:\"canada\"", 0),
        ("name:\"jOHN aPPLESEED\"", 1),
        ("identities.connection:employees", 0), ("email:JOHN@*", 1), ("organization_id:ORG_0000000000000001", 0),
    ])
    func `E5 only names and identifiers are compared without case`(query: String, count: Int) async throws {
        #expect(try await api.search(query).json?.count == count)
    }

    @Test(arguments: ["nope:1", "organization_id:1", "user_metadata.country:1", "identities:1", "email:2", "email"])
    func `E5 users are sorted by what every user can have`(order: String) async throws {
        #expect(try await api.search("", "&sort=\(order.replacing(":", with: "%3A"))").status == 400)
    }

    @Test func `E5 numbers are sorted by their value`() async throws {
        for _ in 0..<2 { _ = try await api.client.logIn(Self.jane) }
        for _ in 0..<11 { _ = try await api.client.logIn(Self.john) }

        let response = try await api.search("logins_count:>0", "&sort=logins_count%3A-1")

        #expect(response.texts("email") == [Self.john, Self.jane])
    }

    @Test func `E5 names that look like numbers are sorted as texts`() async throws {
        for name in ["9", "10", "nan", "inf"] {
            _ = try await api.send("PATCH", ManagementClient.pathOfJohn, ["name": name])
            let sorted = try await api.search("email:\(Self.john) OR email:\(Self.jane)", "&sort=name%3A1")
            let names = try #require(sorted.texts("name"))
            #expect(names == names.sorted() && names.contains(name))
        }
    }

    @Test func `E5 users have only pages`() async throws {
        #expect(try await api.get("/users?from=1&take=1").status == 400)
        #expect(try await api.get("/roles?from=0&take=1").status == 200)
    }

    @Test func `E5 the log after an event is read in the order of time, without a gap`() async throws {
        for _ in 0..<5 { _ = try await TestClient(tenant).logIn() }
        let all = try await api.get("/logs?sort=date%3A1&per_page=100")
        let ids = try #require(all.texts("log_id"))

        var (read, next) = ([String](), "/logs?take=2")
        while true {
            let page = try await api.get(next)
            let events = try #require(page.texts("log_id"))
            guard let last = events.last else { break }
            read += events
            let link = try #require(page.header("Link"))
            #expect(link == "<\(tenant.domain)/api/v2/logs?from=\(last)&take=2>; rel=\"next\"")
            next = "/logs?from=\(last)&take=2"
        }

        #expect(read == ids && ids.count >= 5)
        #expect(try await api.get("/logs?from=x").status == 400)
        #expect(try await api.get("/logs?from=1&page=1").status == 200)
    }

    @Test func `E5 null unsets an attribute, and another type is named`() async throws {
        let path = ManagementClient.pathOfJohn

        let changed = try await api.send(
            "PATCH", path,
            ["given_name": JSONValue.null, "nickname": JSONValue.null, "phone_number": JSONValue.null]
                as [String: any Sendable])
        let refused = try await api.send("PATCH", path, ["given_name": 5])

        #expect(changed.status == 200)
        #expect(changed.json?["given_name"] == nil && changed.json?["nickname"] == nil)
        #expect(changed.json?["family_name"]?.string == "Appleseed")
        #expect(refused.status == 400)
        #expect(
            refused["message"]
                == "Payload validation error: 'Expected type string but found type integer' on property given_name.")
        #expect(try await api.send("PATCH", path, ["connection": JSONValue.null]).status == 400)
    }

    /// [The type of the body, from the service's own
    /// definition](https://auth0.github.io/node-auth0/interfaces/management.Management.UpdateUserRequestContent.html)
    @Test func `E5 null unsets the address of a user`() async throws {
        let changed = try await api.send("PATCH", ManagementClient.pathOfJohn, ["email": JSONValue.null])

        #expect(changed.status == 200)
        #expect(changed.json?["email"] == nil && changed.json?["email_verified"] == nil)
        #expect(try await api.get("/users-by-email?email=john%40example.com").text == "[]")
        #expect(try await api.client.logIn().status == 403)
    }

    @Test(arguments: ["Mixed.Case@Example.COM", "lower@example.com"])
    func `E10 the address of a database user is stored in lower case, wherever it comes from`(
        address: String
    ) async throws {
        let realm = "Username-Password-Authentication"
        let seed = "seed-" + address.lowercased()
        _ = try await api.client.control(
            "POST", "users", #"{"connection": "\#(realm)", "email": "Seed-\#(address)"}"#)

        let created = try await api.send(
            "POST", "/users", ["email": address, "password": TestClient.password, "connection": realm])
        let signedUp = try await api.client.post(
            "/dbconnections/signup",
            ["email": "Signup-" + address, "password": TestClient.password, "connection": realm])
        let patched = try await api.send(
            "PATCH", ManagementClient.pathOfJohn, ["email": "Patched-" + address])
        let login = try await api.client.logIn(address)

        #expect(created["email"] == address.lowercased() && created["name"] == address.lowercased())
        #expect(signedUp["email"] == "signup-" + address.lowercased())
        #expect(patched["email"] == "patched-" + address.lowercased())
        #expect(claims(of: login["id_token"])?["email"]?.string == address.lowercased())
        #expect(try await api.get("/users-by-email?email=\(seed.replacing("@", with: "%40"))").text.contains(seed))
    }

    @Test func `E5 second factors are authentication methods, and permissions of roles those of the user`()
        async throws
    {
        let users = try await api.search("email:mfa@example.com")
        let id = try #require(users.json?.list?.first?["user_id"]?.string)
        let path = "/users/" + id.replacing("|", with: "%7C")
        let apis = try await api.get("/resource-servers")
        let audience = try #require(apis.json?.list?.first?["identifier"]?.string)
        let scope = try #require(apis.json?.list?.first?["scopes"]?.list?.first?["value"]?.string)
        let role = try #require(try await api.send("POST", "/roles", ["name": "reader"])["id"])
        let permission: [String: any Sendable] = ["permission_name": scope, "resource_server_identifier": audience]
        let permissions: [String: Any] = ["permissions": [permission]]
        _ = try await api.send("POST", "/roles/\(role)/permissions", permissions)
        _ = try await api.send("POST", "\(path)/roles", ["roles": [role]])

        let methods = try await api.get("\(path)/authentication-methods")
        let ofRole = try await api.get("\(path)/permissions")
        _ = try await api.send("POST", "\(path)/permissions", permissions)
        let both = try await api.get("\(path)/permissions")

        let listed = methods.json?.list ?? []
        let types = listed.compactMap { $0["type"]?.string }
        #expect(types.contains("totp") && types.contains("phone") && types.count { $0 == "recovery-code" } == 1)
        #expect(Set(listed.compactMap { $0["id"]?.string }).count == listed.count)
        let sources = [ofRole, both].map { response in
            let found = response.json?.list?.first { $0["permission_name"]?.string == scope }
            return found?["sources"]?.list?.compactMap { $0["source_type"]?.string } ?? []
        }
        #expect(sources == [["ROLE"], ["DIRECT", "ROLE"]])
    }

    @Test func `E5 an account of another provider is social, and no other`() async throws {
        var browser = try await TestBrowser(tenant, request: ["connection": "google-oauth2"])
        try await browser.submit("/u/upstream", ["email": "social@example.net"])
        _ = try await browser.tokens()

        let response = try await api.search("email:social@example.net OR email:\(Self.john)")

        let identities = response.json?.list?.compactMap { $0["identities"]?.list?.first } ?? []
        #expect(identities.map { $0["isSocial"] == .boolean(true) } == [false, true])
    }
}
