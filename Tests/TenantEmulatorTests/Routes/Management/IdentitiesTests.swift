import ByteEncodings
import TenantEmulator
import Testing

@Suite struct IdentitiesTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let john = "/api/v2/users/auth0%7C000000000000000000000001/identities"

    init() throws { tenant = try .withStoppedClock() }

    private func token(_ username: String, _ scope: String) async throws -> String? {
        try await client.logIn(username, audience: "\(tenant.domain)/api/v2/", scope: scope)["access_token"]
    }

    @Test func `links the user of an ID token, and unlinks it again`() async throws {
        let own = try await token("john@example.com", "update:current_user_identities")
        let secondary = try await client.logIn("jane@example.com")["id_token"]

        let linked = try await client.post(john, ["link_with": secondary ?? ""], token: own)
        let merged = try await client.logIn("jane@example.com")
        let unlinked = try await client.send("DELETE", john + "/auth0/000000000000000000000002", token: own)
        let alone = try await client.logIn("jane@example.com")

        #expect(linked.status == 201)
        #expect(linked.text.contains(#""user_id":"000000000000000000000002""#))
        #expect(claims(of: merged["id_token"])?["sub"]?.string == "auth0|000000000000000000000001")
        // https://github.com/auth0/go-auth0/blob/main/test/data/recordings/TestUserManager_Unlink.yaml
        func profiles(_ response: TestResponse) -> [String?]? {
            response.json?.list?.map { $0["profileData"]?["email"]?.string }
        }
        #expect(profiles(linked) == ["john@example.com", "jane@example.com"])
        #expect(profiles(unlinked) == ["john@example.com"])
        #expect(unlinked.status == 200)
        #expect(!unlinked.text.contains("000000000000000000000002"))
        #expect(claims(of: alone["id_token"])?["sub"]?.string == "auth0|000000000000000000000002")
    }

    @Test func `links a user by ID only with the scope update:users`() async throws {
        let members = ["user_id": "000000000000000000000002", "provider": "auth0"]

        let own = try await client.post(
            john, members, token: token("john@example.com", "update:current_user_identities"))
        let admin = try await client.post(john, members, token: token("admin@example.com", "update:users"))

        #expect(own.status == 403)
        #expect(admin.status == 201)
    }

    @Test(arguments: [
        ["link_with": "nonsense"], [:], ["user_id": "1"], ["link_with": "x", "key": "value"],
        ["user_id": "000000000000000000000001", "provider": "auth0"],
    ])
    func `refuses an invalid link`(members: [String: String]) async throws {
        let response = try await client.post(john, members, token: token("admin@example.com", "update:users"))

        #expect(response.status == 400)
    }

    @Test func `refuses an ID token of another client`() async throws {
        var other = client
        other.clientID = "emulatorClient0000000000000000002"
        let foreign = try await other.logIn("jane@example.com")["id_token"]

        let response = try await client.post(
            john, ["link_with": foreign ?? ""], token: token("john@example.com", "update:current_user_identities"))

        #expect(response.status == 400)
    }

    @Test(arguments: ["000000000000000000000001", "nothing"])
    func `unlinks neither the primary nor an unknown identity`(identity: String) async throws {
        let response = try await client.send(
            "DELETE", john + "/auth0/\(identity)", token: token("admin@example.com", "update:users"))

        #expect(response.status == 400)
    }
}
