import ByteEncodings
import TenantEmulator
import Testing

/// The lists of the Management API: what the service accepts, and what it refuses in which words.
@Suite struct ListTests {
    let tenant: EmulatedTenant
    let api: ManagementClient

    init() async throws {
        tenant = try .start()
        api = try await ManagementClient(tenant)
    }

    /// See [View Search Results by
    /// Page](https://auth0.com/docs/manage-users/user-search/view-search-results-by-page).
    @Test(arguments: [("page=9&per_page=100", 200), ("page=10&per_page=100", 400), ("page=20&per_page=50", 400)])
    func `E5 a list of users ends at 1,000 records`(query: String, status: Int) async throws {
        let response = try await api.get("/users?\(query)")

        #expect(response.status == status)
        #expect(response["errorCode"] == (status == 400 ? "invalid_paging" : nil))
    }

    @Test func `E5 other lists end there, too, and continue from checkpoint to checkpoint`() async throws {
        let members = "/organizations/org_0000000000000001/members"

        for path in [members, "/organizations", "/clients"] {
            let behind = try await api.get("\(path)?page=10&per_page=100")
            #expect(behind.status == 400 && behind["errorCode"] == "invalid_paging")
            #expect(behind["message"]?.hasPrefix("Requesting page 10 exceeds the allowed maximum of 1000") == true)
        }
        #expect(try await api.get(members + "?take=1").json?["next"]?.string == "1")
    }

    @Test func `E5 organizations, invitations and APIs have the parameters that the service documents`() async throws {
        for name in ["zebra", "apple"] {
            #expect(try await api.send("POST", "/organizations", ["name": name]).status == 201)
        }
        let acme = "/organizations/org_0000000000000001"

        let up = try await api.get("/organizations?sort=name%3A1").texts("name")
        let down = try await api.get("/organizations?sort=name%3A-1").texts("name")
        let audience = "\(tenant.domain)/api/v2/"
        let apis = try await api.get(
            "/resource-servers?include_fields=true&identifiers=\(ManagementClient.encoded(audience))")

        #expect(up?.first == "acme" || up?.first == "apple")
        #expect(up == up?.sorted() && down == up?.reversed())
        #expect(try await api.get("/organizations?sort=colour%3A1").status == 400)
        #expect(try await api.get(acme + "/invitations?fields=id&sort=created_at%3A-1").status == 200)
        #expect(apis.texts("identifier") == [audience])
    }

    @Test func `E5 the members of an organization show their roles when they are asked for, with another scope`()
        async throws
    {
        let role = try #require(try await api.send("POST", "/roles", ["name": "reporter"])["id"])
        let members = "/organizations/org_0000000000000001/members"
        let john = members + "/auth0%7C000000000000000000000001/roles"
        #expect(try await api.send("POST", john, ["roles": [role]]).status == 204)

        let list = try await api.get(members + "?fields=user_id,roles").json?.elements
        let without = try await ManagementClient(tenant, scope: "read:organization_members")

        let found = list?.first { $0["user_id"]?.string == ManagementClient.john }
        #expect(found?["roles"]?.elements?.first?["name"]?.string == "reporter")
        #expect(try await without.get(members + "?fields=roles").status == 403)
        #expect(try await without.get(members).status == 200)
    }

    @Test(arguments: [
        "/users?colour=red", "/clients?colour=red", "/connections?colour=red", "/roles?colour=red", "/logs?colour=red",
        "/organizations?colour=red", "/grants?colour=red", "/resource-servers?colour=red",
        "/users/auth0%7C000000000000000000000001/roles?colour=red", "/users-by-email?email=a%40b.example&colour=red",
    ])
    func `E5 unknown members of a query are refused`(path: String) async throws {
        let response = try await api.get(path)

        #expect(response.status == 400)
        #expect(response["message"] == "Query validation error: 'Additional properties not allowed: colour'.")
        #expect(response["errorCode"] == "invalid_query_string")
    }

    @Test(arguments: [
        "/users?primary_order", "/clients?is_global", "/user-blocks?identifier=a&consider_brute_force_enablement",
    ])
    func `E5 flags of a query are true or false`(path: String) async throws {
        let refused = try await api.get(path + "=yes")

        #expect(refused.status == 400)
        #expect(refused["message"]?.contains("'Expected type boolean but found type string' on property") == true)
        #expect(try await api.get(path + "=false").status == 200)
    }

    private static let size = "per_page (Number of results per page.)"
    private static let page = "page (Page index of the results to return. First page is 0.)"
    private static let choice =
        "include_fields (Whether specified fields are to be included (true) or excluded (false).)"

    /// The words of the validator z-schema, with the descriptions in the reference of the Management API.
    @Test(arguments: [
        ("per_page=101", "'Value 101 is greater than maximum 100' on property \(size)"),
        ("per_page=-1", "'Value -1 is less than minimum 0' on property \(size)"),
        ("page=x", "'Expected type integer but found type string' on property \(page)"),
        ("fields=email&include_fields=1", "'Expected type boolean but found type string' on property \(choice)"),
        ("fields=email&fields=name", "'Expected type string but found type array' on property fields"),
        ("page=0&page=0", "'Expected type integer but found type array' on property \(page)"),
        ("include_fields=1&include_fields=1", "'Expected type boolean but found type array' on property \(choice)"),
        ("connection%5B%5D=sms", "'Additional properties not allowed: connection[]'"),
    ])
    func `E5 values out of their range are refused in the words of the service`(
        query: String, text: String
    ) async throws {
        let response = try await api.get("/users?\(query)")

        #expect(response.status == 400)
        #expect(response["message"] == "Query validation error: \(text).")
    }

    @Test(
        arguments: [
            ("email.domain:\"corp.example.com\"", ["eve@corp.example.com"]), ("logins_count:>0", ["john@example.com"]),
            ("logins_count:[1 TO *]", ["john@example.com"]), ("logins_count:{1 TO 5]", []),
            ("logins_count:>=1 AND email:j*", ["john@example.com"]),
            ("last_login:[2020 TO 2100]", ["john@example.com"]),
            ("last_login:<2020", []), ("_exists_:last_ip", ["john@example.com"]),
        ])
    func `E5 a search by domain, count and range finds users`(query: String, found: [String]) async throws {
        _ = try await api.client.logIn()

        let response = try await api.search(query)

        #expect(response.status == 200)
        #expect(response.texts("email") == found)
    }

    @Test func `E5 a login leaves the address of its client`() async throws {
        _ = try await api.client.logIn()

        let user = try await api.get("/users/auth0%7C000000000000000000000001")

        #expect(user["last_ip"] == "127.0.0.1")
    }

    /// See [Get resource
    /// servers](https://auth0.com/docs/api/management/v2/resource-servers/get-resource-servers).
    @Test func `E5 filters that may be repeated select what any of their values selects`() async throws {
        let audiences = ["https://api.example.com/", "https://rbac.example.com/"]
        let many = Array(repeating: "identifiers=a", count: 11).joined(separator: "&")

        let connections = try await api.get("/connections?strategy=email&strategy=sms")
        let identifiers = audiences.map { "identifiers=\(ManagementClient.encoded($0))" }.joined(separator: "&")
        let apis = try await api.get("/resource-servers?\(identifiers)")
        let refused = try await api.get("/resource-servers?\(many)")

        #expect(connections.texts("name") == ["email", "sms"])
        #expect(apis.texts("identifier") == audiences)
        let defect = "'Array is too long (11), maximum 10' on property identifiers"
        #expect(refused["message"] == "Query validation error: \(defect).")
    }

    /// The words are in the documentation of a [connector of the
    /// service](https://help.okta.com/wf/en-us/content/topics/workflows/connector-reference/auth0/actions/deleteuser.htm).
    @Test func `E5 an ID without a provider is malformed, whatever is done with it`() async throws {
        let responses = [
            try await api.get("/users/nobody"), try await api.get("/users/nobody/roles"),
            try await api.send("PATCH", "/users/nobody", ["blocked": true]),
            try await api.send("DELETE", "/users/nobody"),
        ]

        #expect(responses.allSatisfy { $0.status == 400 && $0["errorCode"] == "invalid_uri" })
        let text = "Object didn't pass validation for format user-id: nobody"
        #expect(responses.allSatisfy { $0["message"] == text })
    }

    @Test func `E5 an unknown user is not found, and as good as deleted`() async throws {
        let unknown = try await api.get("/users/auth0%7Cnobody")
        let changed = try await api.send("PATCH", "/users/auth0%7Cnobody", ["blocked": true])

        #expect(unknown.status == 404 && unknown["errorCode"] == "inexistent_user")
        #expect(changed.status == 404 && changed["errorCode"] == "inexistent_user")
        #expect(try await api.send("DELETE", "/users/auth0%7Cnobody").status == 204)
    }

    @Test func `E5 fields select the members of clients`() async throws {
        let list = try await api.get("/clients?fields=client_id,name&per_page=1")
        let one = try await api.get("/clients/\(tenant.clientID)?fields=name&include_fields=false")

        let members = list.json?.list?.first
        #expect(members?["client_id"] != nil && members?["name"] != nil && members?["callbacks"] == nil)
        #expect(one.json?["name"] == nil && one["client_id"] == tenant.clientID)
    }

    @Test func `E5 what a list does not support is 501, not an empty list`() async throws {
        #expect(try await api.get("/logs?q=type%3As").status == 501)
        #expect(try await api.get("/logs?sort=type%3A1").status == 501)
        #expect(try await api.get("/users?q=colour%3Ared").status == 400)
    }

    @Test func `E10 blocks are found by identifier`() async throws {
        for _ in 0..<10 { _ = try await api.client.logIn(password: "wrong") }

        let blocks = try await api.get("/user-blocks?identifier=john%40example.com")

        #expect(blocks.json?["blocked_for"]?.list?.first?["identifier"]?.string == "john@example.com")
        #expect(try await api.send("DELETE", "/user-blocks?identifier=john%40example.com").status == 204)
        #expect(try await api.client.logIn().status == 200)
        #expect(try await api.get("/user-blocks").status == 400)
    }
}
