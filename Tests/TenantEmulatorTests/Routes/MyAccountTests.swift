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

    /// [The type of a password](https://auth0.github.io/auth0-spa-js/interfaces/PasswordAuthenticationMethod.html)
    @Test func `a password is a method, and cannot be used once it is deleted`() async throws {
        let scope = "read:me:authentication_methods delete:me:authentication_methods"
        let token = try await client.logIn(audience: "\(tenant.domain)/me/", scope: scope)["access_token"]

        let all = try await client.get(methods, token: token)
        let password = try #require(all.json?["authentication_methods"]?.list?.first)
        let path = methods + "/password%7C000000000000000000000001"
        let one = try await client.get(path, token: token)
        let deleted = try await client.send("DELETE", path, token: token)

        #expect(all.json?["authentication_methods"]?.count == 1)
        #expect(password["type"]?.string == "password" && password["created_at"] != nil)
        #expect(password["usage"]?.list?.map(\.string) == ["primary"])
        #expect(one["identity_user_id"] == "000000000000000000000001")
        #expect(deleted.status == 204)
        #expect(try await client.get(methods, token: token).json?["authentication_methods"]?.count == 0)
        #expect(try await client.logIn().status == 403)
    }

    @Test func `each account of a user has its password, also after one of them has another name`() async throws {
        let api = try await ManagementClient(tenant)
        let other = ["provider": "auth0", "user_id": "000000000000000000000001"]
        _ = try await api.send("POST", "/users/auth0%7C000000000000000000000002/identities", other)
        let token = try await token("read:me:authentication_methods update:me:authentication_methods")
        func accounts() async throws -> [String?]? {
            let passwords = try await client.get(methods + "?type=password", token: token)
            return passwords.json?["authentication_methods"]?.list?.map { $0["identity_user_id"]?.string }.sorted {
                ($0 ?? "") < ($1 ?? "")
            }
        }

        let before = try await accounts()
        let path = methods + "/password%7C000000000000000000000001"
        let named = try await client.json("PATCH", path, ["name": "Old"], token)

        #expect(before == ["000000000000000000000001", "000000000000000000000002"])
        #expect(named["name"] == "Old")
        #expect(try await accounts() == before)
    }

    /// A method of a seed may have no `identity_user_id`.
    @Test func `a deleted password of a seed is neither listed nor accepted`() async throws {
        let method = TenantSeed.User.AuthenticationMethod(id: "password|1", type: "password")
        var user = TenantSeed.User(email: "ann@example.com", password: TestClient.password)
        user.authenticationMethods = [method]
        let tenant = try EmulatedTenant.withStoppedClock { $0.seed.users.append(user) }
        let client = TestClient(tenant)
        let scope = "read:me:authentication_methods delete:me:authentication_methods"
        let token = try await client.logIn("ann@example.com", audience: "\(tenant.domain)/me/", scope: scope)[
            "access_token"]

        let before = try await client.get(methods, token: token)
        let deleted = try await client.send("DELETE", methods + "/password%7C1", token: token)

        #expect(before.json?["authentication_methods"]?.count == 1)
        #expect(deleted.status == 204)
        #expect(try await client.get(methods, token: token).json?["authentication_methods"]?.count == 0)
        #expect(try await client.logIn("ann@example.com").status == 403)
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
