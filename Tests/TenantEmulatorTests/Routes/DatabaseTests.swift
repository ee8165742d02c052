import ByteEncodings
import TenantEmulator
import Testing

@Suite struct DatabaseTests {
    let tenant: EmulatedTenant
    let client: TestClient

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = TestClient(tenant)
    }

    private func signUp(_ members: [String: Any]) async throws -> Answer {
        let given: [String: Any] = [
            "email": "new@example.com", "password": "Fresh-2026!", "connection": TestClient.realm,
        ]
        return try await client.post("/dbconnections/signup", given.merging(members) { $1 })
    }

    @Test func `signs somebody up, who can then log in`() async throws {
        let answer = try await signUp(["user_metadata": ["first_name": "New"], "given_name": "New"])

        #expect(answer.status == 200)
        #expect(answer["email"] == "new@example.com")
        #expect(answer.json?["email_verified"] == .boolean(false))
        #expect(answer.json?["user_metadata"]?["first_name"]?.string == "New")
        #expect(try await client.logIn("new@example.com", password: "Fresh-2026!").status == 200)
        #expect(tenant.messages(to: "new@example.com").map(\.kind) == [.addressConfirmation])
    }

    @Test(arguments: ["john@example.com", "JOHN@example.com"])
    func `refuses an address that is taken`(email: String) async throws {
        let answer = try await signUp(["email": email])

        #expect(answer.status == 400)
        #expect(answer["code"] == "user_exists")
    }

    @Test func `does not tell who is there, where it must not`() async throws {
        _ = try await signUp(["connection": "Private"])

        let answer = try await signUp(["connection": "Private"])

        #expect(answer["code"] == "invalid_signup")
    }

    @Test(arguments: ["short", "onlyletters", "12345678"])
    func `refuses a weak password`(password: String) async throws {
        let answer = try await signUp(["password": password])

        #expect(answer.status == 400)
        #expect(answer["code"] == "invalid_password")
        #expect(answer["name"] == "PasswordStrengthError")
    }

    @Test func `refuses a password that was used before`() async throws {
        let answer = try await signUp(["password": "Already-Used-2025!"])

        #expect(answer["code"] == "invalid_password")
        #expect(answer["name"] == "PasswordHistoryError")
    }

    @Test(arguments: [
        ["email": "nonsense"], ["email": ""], ["connection": "nowhere"], ["connection": "email"],
        ["connection": "Closed"], ["connection": "Employees"], ["password": ""],
    ])
    func `refuses a sign-up that is not complete`(members: [String: String]) async throws {
        #expect(try await signUp(members).status == 400)
    }

    @Test func `refuses a client there is not`() async throws {
        #expect(try await signUp(["client_id": "nobody"]).status == 401)
    }

    @Test(arguments: [("john@example.com", 1), ("nobody@example.com", 0)])
    func `answers alike whether there is somebody to reset or not`(email: String, messages: Int) async throws {
        let answer = try await client.post(
            "/dbconnections/change_password", ["email": email, "connection": TestClient.realm])

        #expect(answer.status == 200)
        #expect(answer.text == "We've just sent you an email to reset your password.")
        #expect(answer.header("content-type")?.hasPrefix("text/html") == true)
        #expect(tenant.messages(to: email).count == messages)
    }

    @Test func `lets employees log in by name`() async throws {
        #expect(try await client.logIn("eve", realm: "Employees").status == 200)
        #expect(try await client.logIn("eve@corp.example.com", realm: "Employees").status == 200)
        #expect(try await client.logIn("eve").status == 403)
    }
}
