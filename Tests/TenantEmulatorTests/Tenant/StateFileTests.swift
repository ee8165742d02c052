import ByteEncodings
import Foundation
import Synchronization
import TenantEmulator
import Testing

@Suite struct StateFileTests {
    private let file = StateFileFixture()

    private var path: String { file.path }
    private var configuration: TenantConfiguration { file.configuration }

    @Test func `users, roles, passwords and refresh tokens survive a restart`() async throws {
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
        #expect(try await again.renew(login["refresh_token"]).status == 403)
        #expect(second.journal.last?.reason?.contains("used before") == true)
        #expect(try await ManagementClient(second).get("/roles/\(role)")["name"] == "reader")
    }

    @Test func `E8 revoked access tokens, and those of a deleted user, are invalid after a restart`() async throws {
        let first = try EmulatedTenant.start(configuration)
        let (client, api) = (TestClient(first), try await ManagementClient(first))
        let members = [
            "email": "same@example.com", "password": TestClient.password, "connection": TestClient.realm,
            "user_id": "same",
        ]
        _ = try await api.send("POST", "/users", members)
        let old = try await client.logIn("same@example.com")["access_token"]
        _ = try await api.send("DELETE", "/users/auth0%7Csame")
        _ = try await api.send("POST", "/users", members)
        let new = try await client.logIn("same@example.com")["access_token"]
        let revoked = try await client.logIn("same@example.com")["access_token"]
        _ = try await client.post("/oauth/revoke", ["token": revoked ?? ""])
        first.stop()

        let second = TestClient(try EmulatedTenant.start(configuration))

        #expect(try await second.get("/userinfo", token: new).status == 200)
        #expect(try await second.get("/userinfo", token: old).status == 401)
        #expect(try await second.get("/userinfo", token: revoked).status == 401)
    }

    @Test func `only the user can read the file and the key`() async throws {
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
        try Data(text.utf8).write(to: URL(filePath: path))

        let error = #expect(throws: EmulatorError.self) { _ = try EmulatedTenant.start(configuration) }

        #expect(error?.detail?.contains(path) == true && error?.detail?.contains("delete the file") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    // MARK: - Keys and clients

    @Test(arguments: [true, false])
    func `rotated keys survive a restart`(keepingOld: Bool) async throws {
        let first = try EmulatedTenant.start(configuration)
        let before = try await TestClient(first).logIn()
        try first.rotateSigningKey(keepingOld: keepingOld)
        let after = try await TestClient(first).logIn()
        let keys = try await TestClient(first).get("/.well-known/jwks.json").json?["keys"]?.list
        first.stop()

        let second = TestClient(try EmulatedTenant.start(configuration))

        let again = try await second.get("/.well-known/jwks.json").json?["keys"]?.list
        #expect(again?.map { $0["kid"] } == keys?.map { $0["kid"] })
        #expect(try await second.get("/userinfo", token: after["id_token"]).status == 401)
        #expect(try await second.get("/userinfo", token: after["access_token"]).status == 200)
        #expect(before["id_token"] != nil)
    }

    @Test func `a registered client that was replaced survives a restart`() async throws {
        let first = try EmulatedTenant.start(configuration)
        let registered = try await TestClient(first).json(
            "POST", "/oidc/register",
            ["client_name": "Before", "redirect_uris": ["http://127.0.0.1:8484/callback"]], nil)
        let id = try #require(registered["client_id"])
        _ = try await TestClient(first).control("POST", "clients", #"{"client_id": "\#(id)", "name": "After"}"#)
        first.stop()

        let second = try EmulatedTenant.start(configuration)

        #expect(try await ManagementClient(second).get("/clients/\(id)")["name"] == "After")
    }

    @Test func `a key file with another key replaces the rotated keys`() async throws {
        let first = try EmulatedTenant.start(configuration)
        try first.rotateSigningKey()
        let rotated = try await TestClient(first).get("/.well-known/jwks.json").text
        first.stop()
        try FileManager.default.removeItem(atPath: path + ".key")

        let keys = try await TestClient(EmulatedTenant.start(configuration)).get("/.well-known/jwks.json")

        #expect(keys.json?["keys"]?.list?.count == 1)
        #expect(!rotated.contains(keys.json?["keys"]?.list?.first?["kid"]?.string ?? "?"))
    }

    @Test func `added, replaced, registered and removed clients survive a restart, with their refresh tokens`()
        async throws
    {
        let first = try EmulatedTenant.start(configuration)
        let added =
            #"{"client_id": "mine", "client_secret": "s", "client_grants": {"{domain}/api/v2/": ["read:users"]}}"#
        _ = try await TestClient(first).control("POST", "clients", added)
        _ = try await TestClient(first).control(
            "POST", "clients", #"{"client_id": "\#(first.clientID)", "name": "Renamed"}"#)
        _ = try await TestClient(first).control("DELETE", "clients/emulatorServer0000000000000000001")
        let metadata =
            #"{"redirect_uris": ["http://127.0.0.1/cb"], "grant_types": ["password", "refresh_token"], "response_types": [], "token_endpoint_auth_method": "none"}"#
        let registered = try await TestClient(first).send(
            "POST", "/oidc/register", headers: ["Content-Type": "application/json"], body: Array(metadata.utf8))
        let id = try #require(registered["client_id"])
        func logIn(_ tenant: EmulatedTenant) async throws -> TestResponse {
            try await TestClient(tenant).tokens([
                "grant_type": "password", "username": "john@example.com", "password": TestClient.password,
                "scope": "openid offline_access", "client_id": id,
            ])
        }
        let login = try await logIn(first)
        #expect(login.status == 200)
        first.stop()

        let second = try EmulatedTenant.start(configuration)
        let client = TestClient(second)

        #expect(
            try await client.tokens([
                "grant_type": "refresh_token", "refresh_token": login["refresh_token"] ?? "", "client_id": id,
            ]
            ).status == 200)
        let machine = [
            "grant_type": "client_credentials", "client_id": "mine", "client_secret": "s",
            "audience": second.domain + "/api/v2/",
        ]
        #expect(try await client.tokens(machine)["scope"] == "read:users")
        let clients = try await TestClient(second).control("GET", "clients").text
        #expect(clients.contains("Renamed"))
        #expect(!clients.contains("emulatorServer0000000000000000001"))
        let read = try await client.send(
            "GET", "/oidc/register/\(id)",
            headers: ["Authorization": "Bearer \(registered["registration_access_token"] ?? "")"])
        #expect(read.status == 200)
    }

    @Test func `E5 the settings of refresh tokens are read, listed and kept`() async throws {
        let first = try EmulatedTenant.start(configuration)
        let added = #"{"client_id": "mine", "refresh_token": {"rotation_type": "non-rotating", "leeway": 7}}"#
        #expect(try await TestClient(first).control("POST", "clients", added).status == 201)
        first.stop()

        let second = try EmulatedTenant.start(configuration)
        let api = try await ManagementClient(second)
        let (mine, usual) = (try await api.get("/clients/mine"), try await api.get("/clients/\(second.clientID)"))

        func settings(_ response: TestResponse) -> [String?] {
            let settings = response.json?["refresh_token"]
            return [settings?["rotation_type"]?.string, settings?["leeway"]?.integer.map { "\($0)" }]
        }
        #expect(settings(mine) == ["non-rotating", "7"] && settings(usual) == ["rotating", "0"])
    }

    // MARK: - Reset

    @Test func `a reset returns to the seed, not to the restored state`() async throws {
        let first = try EmulatedTenant.start(configuration)
        try first.deleteUser("jane@example.com")
        _ = try await TestClient(first).control("POST", "clients", #"{"client_id": "mine"}"#)
        first.stop()

        let second = try EmulatedTenant.start(configuration)
        #expect(!second.users.contains { $0.login == "jane@example.com" })
        #expect(try await TestClient(second).control("POST", "reset").status == 204)

        #expect(second.users.contains { $0.login == "jane@example.com" })
        #expect(try await TestClient(second).control("GET", "clients").text.contains("mine") == false)
    }

    @Test func `a reset keeps the faults, the clock and the invitations of the start`() async throws {
        let tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        tenant.clock.advance(by: .seconds(1000))
        tenant.faults.set(.status(503), on: "/userinfo")
        let link = try tenant.invite("ann@example.com", to: "acme")
        tenant.markStart()
        let start = tenant.clock.now
        tenant.clock.start()
        tenant.clock.advance(by: .seconds(5))
        tenant.faults.clear()
        tenant.faults.set(.status(500), on: "/oauth/token")

        #expect(try await TestClient(tenant).control("POST", "reset").status == 204)

        #expect(tenant.clock.now == start)
        #expect(try await TestClient(tenant).get("/userinfo").status == 503)
        #expect(try await TestClient(tenant).logIn().status == 200)
        #expect(try await TestClient(tenant).control("GET", "invitations").text.contains(link) == true)
    }

    // MARK: - Failures

    @Test func `more than a thousand consents are read again`() async throws {
        let first = try EmulatedTenant.start(configuration)
        first.stop()
        var text = try String(contentsOfFile: path, encoding: .utf8)
        let consents = (0..<1500).map { #""u\#($0) c a": ["openid"]"# }.joined(separator: ",")
        text = text.replacing(#""consents":{}"#, with: #""consents":{\#(consents)}"#)
        try Data(text.utf8).write(to: URL(filePath: path))

        let second = try EmulatedTenant.start(configuration)

        let grants = try await ManagementClient(second).get("/grants?per_page=0&include_totals=true")
        #expect(grants.json?["total"]?.integer == 1500)
    }

    @Test func `a consent of an earlier version is read with a percent sign and a space`() async throws {
        try EmulatedTenant.start(configuration).stop()
        let owners = "\(ManagementClient.john) emulatorForeign00000000000000001"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing(
            #""consents":{}"#, with: #""consents":{"\#(owners) https://api/100% sure": ["openid"]}"#)
        try Data(changed.utf8).write(to: URL(filePath: path))

        let grants = try await ManagementClient(try EmulatedTenant.start(configuration)).get("/grants").json?.elements

        #expect(changed != text)
        #expect(grants?.map { $0["audience"]?.string } == ["https://api/100% sure"])
        #expect(grants?.first?["user_id"]?.string == ManagementClient.john)
    }

    @Test func `emulator-c2 tokens of a client that an earlier version removed are refused`() async throws {
        let first = try EmulatedTenant.start(configuration)
        let token = try await TestClient(first).logIn()["access_token"]
        _ = try await TestClient(first).control("DELETE", "clients/\(first.clientID)")
        first.stop()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing(#/"subjects":\{[^}]*\},"clients":\{[^}]*\}/#, with: #""subjects":{}"#)
        try Data(changed.utf8).write(to: URL(filePath: path))

        let second = TestClient(try EmulatedTenant.start(configuration))

        #expect(changed != text)
        #expect(token != nil)
        #expect(try await second.get("/userinfo", token: token).status == 401)
    }

    @Test func `emulator-c2 a file of an earlier version has the revocations of users and clients in one member`()
        async throws
    {
        let first = try EmulatedTenant.start(configuration)
        let token = try await TestClient(first).logIn()["access_token"]
        _ = try await TestClient(first).control("DELETE", "clients/\(first.clientID)")
        _ = try await TestClient(first).control("POST", "clients", #"{"client_id": "\#(first.clientID)"}"#)
        first.stop()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing(#/"subjects":\{\},"clients":/#, with: #""subjects":"#)
        try Data(changed.utf8).write(to: URL(filePath: path))

        var second = TestClient(try EmulatedTenant.start(configuration))
        second.clientID = first.clientID

        #expect(changed != text)
        #expect(try await second.get("/userinfo", token: token).status == 401)
        #expect(try await second.get("/userinfo", token: second.logIn()["access_token"]).status == 200)
    }

    @Test func `a change that no request made is written`() throws {
        let first = try EmulatedTenant.start(configuration)
        try first.deleteUser("jane@example.com")
        first.stop()

        let second = try EmulatedTenant.start(configuration)

        #expect(!second.users.isEmpty && !second.users.contains { $0.login == "jane@example.com" })
    }

    @Test func `a membership that no request made is written`() async throws {
        let first = try EmulatedTenant.start(configuration)
        try first.add("jane@example.com", to: "acme")
        try first.remove("john@example.com", from: "acme")
        first.stop()

        let api = try await ManagementClient(try EmulatedTenant.start(configuration))

        let members = try await api.get("/organizations/org_0000000000000001/members").text
        #expect(members.contains("auth0|000000000000000000000002") && !members.contains(ManagementClient.john))
    }

    @Test func `a symbolic link to a state file stays, and the state is in its target`() throws {
        let target = path + ".copy"
        try EmulatedTenant.start(configuration).stop()
        try FileManager.default.moveItem(atPath: path, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        let tenant = try EmulatedTenant.start(configuration)
        try tenant.deleteUser("jane@example.com")
        tenant.stop()

        // A start writes the whole state, without the lines of changes.
        try EmulatedTenant.start(configuration).stop()

        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
        #expect(try !String(contentsOfFile: target, encoding: .utf8).contains("jane@example.com"))
    }

    @Test(.timeLimit(.minutes(30)), arguments: [true, false])
    func `a pipe or a folder in the place of the state file is refused, and nothing is made beside it`(
        isPipe: Bool
    ) throws {
        try #require((isPipe ? mkfifo(path, 0o600) : mkdir(path, 0o700)) == 0)

        let error = #expect(throws: EmulatorError.self) { try EmulatedTenant.start(configuration) }

        #expect(error?.code == .system)
        #expect(error?.detail?.hasPrefix("cannot write \(path): it is not a regular file") == true)
        let folder = URL(filePath: path).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["state.json"])
    }

    @Test func `a missing folder is named with the reason`() throws {
        var configuration = configuration
        for (state, key) in [("/nowhere/state.json", nil), ("/nowhere/state.json", path + ".key")] {
            (configuration.stateFile, configuration.signingKeyFile) = (state, key)

            let error = #expect(throws: EmulatorError.self) { _ = try EmulatedTenant.start(configuration) }

            #expect(error?.detail?.hasPrefix("cannot write /nowhere/state.json.") == true)
            #expect(error?.detail?.contains(": No such file or directory: create its folder") == true)
        }
    }

    @Test func `a failure to write is reported, in the control API, too`() async throws {
        let folder = path + ".folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        var configuration = configuration
        configuration.stateFile = folder + "/state.json"
        let tenant = try EmulatedTenant.start(configuration)
        let told = Mutex<[String]>([])
        tenant.whenStateIsNotKept { failure in told.withLock { $0.append(failure.detail ?? "") } }
        #expect(try await TestClient(tenant).control("GET", "state")["failure"] == nil)
        try FileManager.default.removeItem(atPath: folder)

        _ = try await TestClient(tenant).logIn()
        let saved = try await TestClient(tenant).control("POST", "state")

        #expect(saved.status == 500)
        #expect(saved["error_description"]?.contains(": No such file or directory: create its folder") == true)
        #expect(try await TestClient(tenant).control("GET", "state")["failure"]?.contains(folder) == true)
        tenant.stop()
        #expect(tenant.stateFailure?.detail?.contains(folder) == true)
        #expect(told.withLock { $0.count } >= 1)
    }
}
