import ByteEncodings
import TenantEmulator
import Testing

@Suite struct DatabaseTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func signUp(_ members: [String: Any]) async throws -> TestResponse {
        let given: [String: Any] = [
            "email": "new@example.com", "password": "Fresh-2026!", "connection": TestClient.realm,
        ]
        return try await client.post("/dbconnections/signup", given.merging(members) { $1 })
    }

    @Test func `signs up a user, who can then log in`() async throws {
        let response = try await signUp(["user_metadata": ["first_name": "New"], "given_name": "New"])

        #expect(response.status == 200)
        #expect(response["email"] == "new@example.com")
        #expect(response.json?["email_verified"] == .boolean(false))
        #expect(response.json?["user_metadata"]?["first_name"]?.string == "New")
        #expect(try await client.logIn("new@example.com", password: "Fresh-2026!").status == 200)
        #expect(tenant.messages(to: "new@example.com").map(\.kind) == [.addressConfirmation])
    }

    /// [The response](https://auth0.github.io/node-auth0/interfaces/auth.SignUpResponse.html)
    @Test func `a sign-up returns what was sent, with a phone number that belongs to one user`() async throws {
        let sent = ["given_name": "New", "nickname": "newcomer", "phone_number": "+15550100987"]

        let created = try await signUp(sent)
        let again = try await signUp(["email": "other@example.com", "phone_number": "+15550100987"])

        #expect(created.status == 200)
        #expect(sent.keys.allSatisfy { created[$0] == sent[$0] })
        #expect(created["name"] == nil)
        #expect(again.status == 400 && again["code"] == "user_exists")
        #expect(try await signUp(["email": "x@example.com", "phone_number": "1"])["code"] == "invalid_signup")
    }

    /// [auth0.js, issue 843](https://github.com/auth0/auth0.js/issues/843)
    @Test func `metadata of a sign-up are texts in an object`() async throws {
        let flag = try await signUp(["user_metadata": ["isAdult": true] as [String: any Sendable]])
        let text = try await signUp(["user_metadata": "{}"])

        #expect([flag.status, text.status] == [400, 400])
        #expect(flag["error"] == "invalid user_metadata.isAdult type (only strings are allowed)")
        #expect(text["error"] == "invalid user_metadata type (expected object)")
        #expect(try await client.logIn("new@example.com", password: "Fresh-2026!").status == 403)
    }

    @Test(arguments: ["john@example.com", "JOHN@example.com"])
    func `refuses the address of an existing user`(email: String) async throws {
        let response = try await signUp(["email": email])

        #expect(response.status == 400)
        #expect(response["code"] == "user_exists")
    }

    @Test func `does not reveal existing users if the connection hides them`() async throws {
        _ = try await signUp(["connection": "Private"])

        let response = try await signUp(["connection": "Private"])

        #expect(response["code"] == "invalid_signup")
    }

    @Test(arguments: ["short", "onlyletters", "12345678"])
    func `refuses a weak password`(password: String) async throws {
        let response = try await signUp(["password": password])

        #expect(response.status == 400)
        #expect(response["code"] == "invalid_password")
        #expect(response["name"] == "PasswordStrengthError")
    }

    @Test func `refuses a password that was used before`() async throws {
        let response = try await signUp(["password": "Already-Used-2025!"])

        #expect(response["code"] == "invalid_password")
        #expect(response["name"] == "PasswordHistoryError")
    }

    @Test(arguments: [
        ["email": "nonsense"], ["email": ""], ["connection": "nowhere"], ["connection": "email"],
        ["connection": "Closed"], ["connection": "Employees"], ["password": ""],
    ])
    func `refuses an incomplete sign-up`(members: [String: String]) async throws {
        #expect(try await signUp(members).status == 400)
    }

    @Test func `refuses an unknown client`() async throws {
        #expect(try await signUp(["client_id": "nobody"]).status == 401)
    }

    @Test(arguments: [("john@example.com", 1), ("nobody@example.com", 0)])
    func `responds alike for a known and an unknown address`(email: String, messages: Int) async throws {
        let response = try await client.post(
            "/dbconnections/change_password", ["email": email, "connection": TestClient.realm])

        #expect(response.status == 200)
        #expect(response.text == "We've just sent you an email to reset your password.")
        #expect(response.header("content-type")?.hasPrefix("text/html") == true)
        #expect(tenant.messages(to: email).count == messages)
    }

    /// [Documentation of the service](https://github.com/auth0/docs-v2/pull/1416)
    @Test func `a sign-up may name no client`() async throws {
        let members = ["email": "new@example.com", "password": "Fresh-2026!", "connection": TestClient.realm]

        #expect(try await client.json("POST", "/dbconnections/signup", members, nil).status == 200)
        #expect(try await client.logIn("new@example.com", password: "Fresh-2026!").status == 200)
    }

    /// [Documentation of the service](https://github.com/auth0/docs-v2/pull/1416)
    @Test(arguments: [(nil, 200), ("nobody", 401)])
    func `a request for a new password may name no client`(id: String?, status: Int) async throws {
        var members = ["email": "john@example.com", "connection": TestClient.realm]
        members["client_id"] = id

        let response = try await client.json("POST", "/dbconnections/change_password", members, nil)

        #expect(response.status == status)
        #expect(tenant.messages(to: "john@example.com").count == (id == nil ? 1 : 0))
    }

    @Test func `logs in by user name`() async throws {
        #expect(try await client.logIn("eve", realm: "Employees").status == 200)
        #expect(try await client.logIn("eve@corp.example.com", realm: "Employees").status == 200)
        #expect(try await client.logIn("eve").status == 403)
    }
}
