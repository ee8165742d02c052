import Encodings
import TenantEmulator
import Testing

@Suite struct MyAccountTests {
    let tenant: EmulatedTenant
    let client: TestClient
    let methods = "/me/v1/authentication-methods"

    init() throws {
        tenant = try EmulatedTenant.start()
        client = TestClient(tenant)
    }

    private func token(_ scope: String) async throws -> String? {
        try await client.logIn("jane@example.com", audience: "\(tenant.domain)/me/", scope: scope)["access_token"]
    }

    @Test func `lists, shows and deletes authentication methods`() async throws {
        let token = try await token("read:me:authentication_methods delete:me:authentication_methods")

        let all = try await client.get(methods, token: token)
        let phones = try await client.get(methods + "?type=phone", token: token)
        let one = try await client.get(methods + "/phone%7Cdev_0000000000000001", token: token)
        let deleted = try await client.send("DELETE", methods + "/phone%7Cdev_0000000000000001", token: token)
        let gone = try await client.get(methods + "/phone%7Cdev_0000000000000001", token: token)

        #expect(all.json?["authentication_methods"]?.count == 3)
        #expect(phones.json?["authentication_methods"]?.count == 1)
        #expect(one["phone_number"] == "+15550100200")
        #expect(deleted.status == 204)
        #expect(deleted.body.isEmpty)
        #expect(gone.status == 404)
        #expect(gone.header("content-type")?.hasPrefix("application/problem+json") == true)
    }

    @Test func `lists the factors`() async throws {
        let answer = try await client.get("/me/v1/factors", token: token("read:me:factors"))

        #expect(answer.json?["factors"]?.count == 7)
    }

    @Test func `points at what is wrong in a query`() async throws {
        let answer = try await client.get(methods + "?type=smoke", token: token("read:me:authentication_methods"))

        #expect(answer.status == 400)
        #expect(answer["title"] == "Validation Error")
        #expect(answer.text.contains(#""pointer":"/type""#))
    }

    @Test func `refuses without a token, for another audience, and without the scope`() async throws {
        let nobody = try await client.get(methods)
        let other = try await client.get(methods, token: try await client.logIn()["access_token"])
        let little = try await client.get(methods, token: token("read:me:factors"))

        #expect(nobody.status == 401)
        #expect(other.status == 401)
        #expect(little.status == 403)
        #expect(little["title"] == "Insufficient Scope")
    }
}
