import ByteEncodings
import TenantEmulator
import Testing

@Suite struct MyAccountTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let methods = "/me/v1/authentication-methods"

    init() throws { tenant = try .withStoppedClock() }

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
        let response = try await client.get("/me/v1/factors", token: token("read:me:factors"))

        #expect(response.json?["factors"]?.count == 7)
    }

    @Test func `names the invalid parameter of a query`() async throws {
        let response = try await client.get(methods + "?type=smoke", token: token("read:me:authentication_methods"))

        #expect(response.status == 400)
        #expect(response["title"] == "Validation Error")
        #expect(response.text.contains(#""pointer":"/type""#))
    }

    @Test func `refuses a missing token, another audience and a missing scope`() async throws {
        let nobody = try await client.get(methods)
        let other = try await client.get(methods, token: try await client.logIn()["access_token"])
        let little = try await client.get(methods, token: token("read:me:factors"))

        #expect(nobody.status == 401)
        #expect(other.status == 401)
        #expect(little.status == 403)
        #expect(little["title"] == "Insufficient Scope")
    }

    private static let create = "create:me:authentication_methods read:me:authentication_methods"

    @Test(arguments: [
        ["type": "phone", "phone_number": "+15550100700"], ["type": "email", "email": "jane2@example.com"],
    ])
    func `enrolls a phone or an e-mail address with the code that was sent`(members: [String: String]) async throws {
        let token = try await token(Self.create)
        let target = members["phone_number"] ?? members["email"] ?? ""

        let begun = try await client.post(methods, members, token: token)
        let path = String(try #require(begun.header("location")).dropFirst(tenant.domain.count))
        let session = try #require(begun["auth_session"])
        let code = try #require(tenant.latestCode(to: target))
        let wrong = try await client.post(path + "/verify", ["auth_session": session, "otp_code": "x"], token: token)
        let right = try await client.post(path + "/verify", ["auth_session": session, "otp_code": code], token: token)

        #expect(begun.status == 201)
        #expect(wrong.text.contains(#""pointer":"/otp_code""#))
        #expect(right.status == 201)
        #expect(right["id"] == begun["id"])
        #expect(try await client.get(path, token: token).json?["confirmed"] == .boolean(true))
    }

    @Test(arguments: ["push-notification", "recovery-code"])
    func `enrolls a method without a code`(type: String) async throws {
        let token = try await token(Self.create)

        let begun = try await client.post(methods, ["type": type], token: token)
        let path = String(try #require(begun.header("location")).dropFirst(tenant.domain.count))
        let done = try await client.post(
            path + "/verify", ["auth_session": begun["auth_session"] ?? ""], token: token)

        #expect(done.status == 201)
        #expect(done["type"] == type)
        #expect((begun["barcode_uri"] ?? begun["recovery_code"]) != nil)
    }

    @Test func `enrolls a password that satisfies the policy it shows`() async throws {
        let token = try await token(Self.create)
        let begun = try await client.post(methods, ["type": "password"], token: token)
        let path = String(try #require(begun.header("location")).dropFirst(tenant.domain.count)) + "/verify"
        let session = begun["auth_session"] ?? ""

        let weak = try await client.post(path, ["auth_session": session, "new_password": "weak"], token: token)
        let good = try await client.post(path, ["auth_session": session, "new_password": "Other-2026!"], token: token)

        #expect(begun.json?["policy"]?["complexity"]?["min_length"]?.integer == 8)
        #expect(weak.status == 400)
        #expect(good.status == 201)
        #expect(try await client.logIn("jane@example.com", password: "Other-2026!").status == 200)
    }

    @Test func `changes the name and the preferred delivery of a phone`() async throws {
        let token = try await token("update:me:authentication_methods")
        let path = methods + "/phone%7Cdev_0000000000000001"

        let changed = try await client.json(
            "PATCH", path, ["name": "Mine", "preferred_authentication_method": "voice"], token)
        let wrong = try await client.json("PATCH", path, ["preferred_authentication_method": "smoke"], token)

        #expect(changed["name"] == "Mine")
        #expect(changed["preferred_authentication_method"] == "voice")
        #expect(wrong.text.contains(#""field":"preferred_authentication_method""#))
    }

    @Test(arguments: [[:], ["type": "smoke"], ["type": "phone"], ["type": "phone", "phone_number": "1"]])
    func `names the invalid member of a body`(members: [String: String]) async throws {
        let response = try await client.post(methods, members, token: token(Self.create))

        #expect(response.status == 400)
        #expect(response.json?["validation_errors"]?.count == 1)
    }
}
