import ByteEncodings
import Foundation
import TenantEmulator
import Testing

/// The members of bodies of users, organizations, invitations, roles and tickets: refused or kept, never dropped in
/// silence.
@Suite struct BodyTests {
    private static let acme = "/organizations/org_0000000000000001"
    private static let invitation: [String: any Sendable] = [
        "inviter": ["name": "Bob"], "invitee": ["email": "jane@example.com"],
    ]
    private static let john: [String: any Sendable] = ["user_id": ManagementClient.john]
    private static let user = "/users/auth0%7C000000000000000000000001"
    private static let ann: [String: any Sendable] = [
        "connection": "Username-Password-Authentication", "email": "ann.new@example.com", "password": "Sesame-2026!",
    ]
    let tenant: EmulatedTenant
    let api: ManagementClient

    init() async throws {
        tenant = try .start()
        api = try await ManagementClient(tenant)
    }

    private func body(_ members: [String: Any], _ more: [String: Any] = [:]) -> [String: Any] {
        members.merging(more) { $1 }
    }

    /// The endpoints, each with a body that it accepts.
    private func bodies() async throws -> [(method: String, path: String, body: [String: Any])] {
        let role = try #require(try await api.send("POST", "/roles", ["name": "first"])["id"])
        let connections = try await api.get("/connections?name=Employees").json?.list
        let connection = try #require(connections?.first?["id"]?.string)
        return [
            ("POST", "/organizations", ["name": "initech"]), ("PATCH", Self.acme, ["display_name": "A"]),
            ("POST", Self.acme + "/members", ["members": [ManagementClient.john]]),
            ("POST", Self.acme + "/enabled_connections", ["connection_id": connection]),
            ("PATCH", Self.acme + "/enabled_connections/\(connection)", ["assign_membership_on_login": true]),
            ("POST", Self.acme + "/invitations", body(Self.invitation, ["client_id": tenant.clientID])),
            ("POST", "/roles", ["name": "second"]), ("PATCH", "/roles/\(role)", ["description": "D"]),
            ("POST", "/roles/\(role)/users", ["users": [ManagementClient.john]]),
            ("POST", "/tickets/password-change", Self.john), ("POST", "/tickets/email-verification", Self.john),
            ("POST", "/jobs/verification-email", Self.john), ("POST", "/users", Self.ann),
            ("PATCH", Self.user, ["blocked": false]),
            ("POST", Self.user + "/identities", ["provider": "auth0", "user_id": "000000000000000000000002"]),
        ]
    }

    @Test func `E5 an unknown member of a body is refused by name, before anything is changed`() async throws {
        for (method, path, body) in try await bodies() {
            let refused = try await api.send(method, path, self.body(body, ["colour": "red"]))
            #expect(refused.status == 400 && refused["errorCode"] == "invalid_body", "\(method) \(path)")
            #expect(refused["message"]?.contains("'Additional properties not allowed: colour'") == true)
            #expect(try await (200..<300).contains(api.send(method, path, body).status), "\(method) \(path)")
        }
    }

    @Test(arguments: [
        ("/tickets/password-change", ["client_id", "organization_id", "identity", "new_password"]),
        ("/tickets/email-verification", ["client_id", "organization_id", "identity"]),
        ("/jobs/verification-email", ["organization_id", "identity"]),
        ("\(acme)/invitations", ["connection_id"]), ("/organizations", ["token_quota"]),
        ("\(acme)/enabled_connections", ["show_as_button", "is_signup_enabled"]),
    ])
    func `E5 a member of the service that the emulator does not have is 501`(
        path: String, members: [String]
    ) async throws {
        for member in members {
            let response = try await api.send("POST", path, [member: "x"])
            #expect(response.status == 501 && response["message"]?.contains(member) == true, "\(path) \(member)")
        }
    }

    @Test(arguments: ["client_id", "verify_password", "verify_phone_number", "used_passwords"])
    func `E5 a new user cannot have a member that only an update or a seed has`(member: String) async throws {
        let refused = try await api.send("POST", "/users", body(Self.ann, [member: "x"]))

        #expect(refused.status == 400)
        #expect(refused["message"] == "Payload validation error: 'Additional properties not allowed: \(member)'.")
    }

    @Test func `E5 an update of a user names a known client and the main connection`() async throws {
        let accepted: [String: Any] = [
            "email": "john.new@example.com", "client_id": tenant.clientID, "connection": TestClient.realm,
            "verify_phone_number": false,
        ]
        let bad: [(name: String, value: Any, status: Int)] = [
            ("client_id", "unknown", 404), ("client_id", "", 404), ("connection", "nowhere", 400),
            ("connection", "Employees", 501), ("verify_password", true, 501), ("verify_phone_number", true, 501),
        ]

        for (name, value, status) in bad {
            let refused = try await api.send("PATCH", Self.user, body(accepted, [name: value]))
            #expect(refused.status == status, "\(name)")
        }
        let unchanged = try await api.get(Self.user)
        let changed = try await api.send("PATCH", Self.user, accepted)

        #expect(unchanged["email"] == "john@example.com")
        #expect(changed.status == 200 && changed["email"] == "john.new@example.com")
    }

    @Test func `E5 the address that a user has is verified again, for a known client`() async throws {
        let unknown = try await api.send("POST", "/jobs/verification-email", body(Self.john, ["client_id": "unknown"]))
        let updated = try await api.send("PATCH", Self.user, ["email_verified": false, "verify_email": true])

        #expect(unknown.status == 404 && unknown["errorCode"] == "inexistent_client")
        #expect(updated.status == 200)
        #expect(tenant.messages(to: "john@example.com").map(\.kind) == [.addressConfirmation])
    }

    @Test(arguments: [("Employees", 400), (TestClient.realm, 201)])
    func `E5 the connection of a linked account is that of its user`(connection: String, status: Int) async throws {
        let connections = try await api.get("/connections?name=\(connection)").json?.list
        let link: [String: Any] = [
            "provider": "auth0", "user_id": "000000000000000000000002",
            "connection_id": try #require(connections?.first?["id"]?.string),
        ]

        #expect(try await api.send("POST", Self.user + "/identities", link).status == status)
    }

    @Test func `E5 an organization keeps what it is created and changed with`() async throws {
        let file = StateFileFixture()
        let first = try EmulatedTenant.start(file.configuration)
        var api = try await ManagementClient(first)
        let connections = try await api.get("/connections?name=Employees").json?.list
        let branding: [String: Any] = [
            "logo_url": "https://a.example/l.png", "colors": ["primary": "#000000", "page_background": "#FFFFFF"],
        ]

        let created = try await api.send(
            "POST", "/organizations",
            [
                "name": "initech_2", "display_name": "Initech", "metadata": ["plan": "gold"], "branding": branding,
                "enabled_connections": [["connection_id": connections?.first?["id"]?.string ?? ""]],
            ])
        let id = try #require(created["id"])
        _ = try await api.send("PATCH", "/organizations/\(id)", ["metadata": ["plan": "lead"]])
        first.stop()
        api = try await ManagementClient(EmulatedTenant.start(file.configuration))
        let kept = try await api.get("/organizations/\(id)")

        #expect(created.status == 201 && kept["display_name"] == "Initech")
        #expect(created.json?["metadata"]?["plan"]?.string == "gold")
        #expect(kept.json?["metadata"]?["plan"]?.string == "lead")
        #expect(kept.json?["branding"]?["colors"]?["primary"]?.string == "#000000")
        let enabled = try await api.get("/organizations/\(id)/enabled_connections").json?.list
        #expect(enabled?.compactMap { $0["connection"]?["name"]?.string } == ["Employees"])
    }

    @Test(arguments: ["Acme", "with space", "", "é", "a.b", String(repeating: "a", count: 51)])
    func `E5 the name of an organization is checked, at its creation and later`(name: String) async throws {
        let answers = [
            try await api.send("POST", "/organizations", ["name": name]),
            try await api.send("PATCH", Self.acme, ["name": name]),
        ]

        #expect(answers.map(\.status) == [400, 400])
        #expect(try await api.get(Self.acme)["name"] == "acme")
    }

    @Test func `E5 wrong types, unknown connections and names of others are refused`() async throws {
        let other = try #require(try await api.send("POST", "/organizations", ["name": "initech"])["id"])
        let role = try #require(try await api.send("POST", "/roles", ["name": "one"])["id"])
        _ = try await api.send("POST", "/roles", ["name": "two"])

        let bad: [[String: Any]] = [
            ["name": "x", "metadata": ["a": 1]], ["name": "x", "display_name": 1],
            ["name": "x", "branding": ["a": "b"]],
            ["name": "x", "enabled_connections": [["connection_id": "con_x"]]], ["display_name": "x"],
            ["name": "x", "branding": ["colors": ["primary": "#000000"]]],
        ]
        for body in bad { #expect(try await api.send("POST", "/organizations", body).status == 400, "\(body)") }
        let conflicts = [
            try await api.send("POST", "/organizations", ["name": "acme"]),
            try await api.send("PATCH", "/organizations/\(other)", ["name": "acme"]),
            try await api.send("POST", "/roles", ["name": "two"]),
            try await api.send("PATCH", "/roles/\(role)", ["name": "two"]),
        ]

        #expect(conflicts.map(\.status) == [409, 409, 409, 409])
        #expect(try await api.get("/organizations/name/x").status == 404)
        // Its own name is no conflict.
        #expect(try await api.send("PATCH", "/organizations/\(other)", ["name": "initech"]).status == 200)
        #expect(try await api.send("PATCH", "/roles/\(role)", ["name": "one"]).status == 200)
    }

    @Test func `E5 an accepted invitation grants its roles and metadata`() async throws {
        let role = try #require(try await api.send("POST", "/roles", ["name": "editor"])["id"])
        let jane = "/users/auth0%7C000000000000000000000002"
        _ = try await api.send("PATCH", jane, ["app_metadata": ["old": 1]])
        let more: [String: Any] = [
            "client_id": tenant.clientID, "roles": [role], "app_metadata": ["plan": "gold"],
            "user_metadata": ["colour": "red"],
        ]

        let made = try await api.send("POST", Self.acme + "/invitations", body(Self.invitation, more))
        let before = try await api.get(jane)
        var browser = TestBrowser(tenant)
        try await browser.accept(made["invitation_url"], as: "jane@example.com")
        let after = try await api.get(jane)
        let roles = try await api.get(Self.acme + "/members/auth0%7C000000000000000000000002/roles").json?.list

        #expect(made.json?["inviter"]?["name"]?.string == "Bob")
        #expect(made.json?["roles"]?.list?.compactMap(\.string) == [role])
        #expect(made.json?["app_metadata"]?["plan"]?.string == "gold")
        #expect(before.json?["app_metadata"]?["plan"] == nil)
        #expect(after.json?["app_metadata"]?["plan"]?.string == "gold" && after.json?["app_metadata"]?["old"] != nil)
        #expect(after.json?["user_metadata"]?["colour"]?.string == "red")
        #expect(roles?.compactMap { $0["id"]?.string } == [role])
    }

    @Test func `E5 an invitation needs who invites, a known client and known roles`() async throws {
        let valid = body(Self.invitation, ["client_id": tenant.clientID])
        let bad: [([String: Any], Int)] = [
            (valid.filter { $0.key != "inviter" }, 400), (body(valid, ["inviter": [String: String]()]), 400),
            (body(valid, ["inviter": ["name": "Bob", "age": "7"]]), 400), (body(valid, ["roles": ["rol_x"]]), 404),
            (body(valid, ["client_id": "x"]), 404), (body(valid, ["invitee": ["email": "jane"]]), 400),
        ]

        for (members, status) in bad {
            let response = try await api.send("POST", Self.acme + "/invitations", members)
            #expect(response.status == status, "\(members)")
        }

        #expect(try await api.get(Self.acme + "/invitations").text == "[]")
    }

    @Test(arguments: [true, false])
    func `E5 a ticket verifies the address and names it in the redirect as it says`(flag: Bool) async throws {
        let path = "/users/auth0%7C000000000000000000000001"
        _ = try await api.send("PATCH", path, ["email_verified": false])
        let more: [String: Any] = [
            "mark_email_as_verified": flag, "includeEmailInRedirect": flag, "result_url": "https://app.example.com/in",
        ]

        let ticket = try await api.send("POST", "/tickets/password-change", body(Self.john, more))
        var browser = TestBrowser(tenant)
        try await browser.visit(#require(ticket["ticket"]))
        try await browser.submit("/u/reset-verify", ["password": "New-Sesame-2026!", "repeated": "New-Sesame-2026!"])

        #expect(browser.query["success"] == "true" && (browser.query["email"] != nil) == flag)
        #expect(try await api.get(path).json?["email_verified"] == .boolean(flag))
    }
}
