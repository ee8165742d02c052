import Foundation
import TenantEmulator
import Testing

@Suite struct StateFileTests {
    private let path = FileManager.default.temporaryDirectory.path + "/emulator-state-\(UUID().uuidString).json"

    private var configuration: TenantConfiguration {
        var configuration = TenantConfiguration()
        configuration.stateFile = path
        configuration.signingAlgorithm = .es256
        configuration.origin = "http://127.0.0.1:4600"
        return configuration
    }

    private func remove() {
        for end in ["", ".key", ".draft"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    @Test func `users, roles, passwords and refresh tokens survive a restart`() async throws {
        defer { remove() }
        let first = try EmulatedTenant.start(configuration)
        let client = TestClient(first)
        _ = try await client.post(
            "/dbconnections/signup",
            ["email": "new@example.com", "password": TestClient.password, "connection": TestClient.realm])
        let login = try await client.logIn("new@example.com")
        let renewed = try await client.renew(login["refresh_token"])
        try first.deleteUser("jane@example.com")
        let api = try await ManagementClient(first)
        let role = try #require(try await api.send("POST", "/roles", ["name": "reader"])["id"])
        first.stop()

        let second = try EmulatedTenant.start(configuration)
        let again = TestClient(second)

        #expect(try await again.get("/userinfo", token: renewed["access_token"])["email"] == "new@example.com")
        #expect(try await again.logIn("new@example.com").status == 200)
        #expect(try await again.logIn("mfa@example.com").status == 403)
        #expect(try await again.logIn("jane@example.com")["error"] == "invalid_grant")
        #expect(try await again.renew(renewed["refresh_token"]).status == 200)
        // A token that was exchanged before the restart is still known as such.
        #expect(try await again.renew(login["refresh_token"])["error_description"]?.contains("used before") == true)
        #expect(try await ManagementClient(second).get("/roles/\(role)")["name"] == "reader")
    }

    @Test func `the file and the key are for the user alone`() async throws {
        defer { remove() }
        let tenant = try EmulatedTenant.start(configuration)
        _ = try await TestClient(tenant).logIn()
        tenant.stop()

        for end in ["", ".key"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + end)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        #expect(!FileManager.default.fileExists(atPath: path + ".draft"))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(TestClient.password) == false)
    }

    @Test(arguments: ["", "{}", #"{"version": 2}"#, #"{"version": 1, "users": [{}]}"#])
    func `a damaged file is named, and not overwritten`(text: String) throws {
        defer { remove() }
        try Data(text.utf8).write(to: URL(filePath: path))

        let error = #expect(throws: EmulatorError.self) { _ = try EmulatedTenant.start(configuration) }

        #expect(error?.detail?.contains(path) == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
}
