import ByteEncodings
import TenantEmulator
import Testing

@Suite struct PasskeyEnrollmentTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let methods = "/me/v1/authentication-methods"

    init() throws { tenant = try .withStoppedClock() }

    private func token() async throws -> String? {
        let scopes = ["create", "read", "delete"].map { "\($0):me:authentication_methods" }.joined(separator: " ")
        return try await client.logIn("jane@example.com", audience: "\(tenant.domain)/me/", scope: scopes)[
            "access_token"]
    }

    private func begin(_ token: String?, _ more: [String: String] = [:]) async throws -> TestResponse {
        try await client.post(methods, ["type": "passkey"].merging(more) { $1 }, token: token)
    }

    private func verify(_ begun: TestResponse, _ response: [String: Any], _ token: String?) async throws -> TestResponse
    {
        let path = String(try #require(begun.header("location")).dropFirst(tenant.domain.count))
        let members: [String: Any] = ["auth_session": begun["auth_session"] ?? "", "authn_response": response]
        return try await client.post(path + "/verify", members, token: token)
    }

    @Test func `adds a passkey that logs its user in`() async throws {
        let token = try await token()
        let authenticator = try TestAuthenticator()

        let begun = try await begin(token)
        let parameters = begun.passkeyParameters
        let added = try await verify(begun, authenticator.register(parameters), token)
        let login = try await client.beginPasskeyLogin()
        let response = try authenticator.authenticate(
            login.passkeyParameters, userHandle: parameters?["user"]?["id"]?.string)
        let loggedIn = try await client.finish(login, response)

        #expect(begun.status == 201)
        #expect(begun.header("location")?.hasSuffix("/authentication-methods/passkey%7Cnew") == true)
        #expect(added.status == 201)
        #expect(added["type"] == "passkey")
        #expect(added["identity_user_id"] == "000000000000000000000002")
        #expect(added["key_id"] == Base64URL.encode(authenticator.credentialID))
        #expect(added["user_handle"] == parameters?["user"]?["id"]?.string)
        #expect(added["credential_device_type"] == "multi_device")
        #expect(added.json?["credential_backed_up"] == .boolean(true))
        #expect(added["aaguid"] == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        #expect(added["relying_party_id"] == "127.0.0.1")
        #expect(added["created_at"]?.contains(".") == true)
        #expect(claims(of: loggedIn["id_token"])?["sub"]?.string == "auth0|000000000000000000000002")
    }

    @Test func `names an invalid authenticator response`() async throws {
        let token = try await token()
        let begun = try await begin(token)

        let result = try await verify(
            begun, TestAuthenticator().register(begun.passkeyParameters) { $0.challenge = "AAAA" }, token)

        #expect(result.status == 400)
        #expect(result.text.contains(#""pointer":"/authn_response""#))
    }

    @Test func `refuses another identity, another connection and the session of another user`() async throws {
        let token = try await token()
        let login = try await client.beginPasskeyLogin()

        let other = try await begin(token, ["identity_user_id": "000000000000000000000001"])
        let elsewhere = try await begin(token, ["connection": "Employees"])
        let mixed = try await client.post(
            methods + "/passkey%7Cnew/verify",
            ["auth_session": login["auth_session"] ?? "", "authn_response": TestAuthenticator().register(nil)],
            token: token)

        #expect(other.text.contains(#""pointer":"/identity_user_id""#))
        #expect(elsewhere.text.contains(#""pointer":"/connection""#))
        #expect(mixed.status == 404)
    }

    @Test func `refuses a deleted passkey`() async throws {
        let token = try await token()
        let authenticator = try TestAuthenticator()
        let begun = try await begin(token)
        let added = try await verify(begun, authenticator.register(begun.passkeyParameters), token)

        let id = PercentEncoding.encode(added["id"] ?? "")
        let deleted = try await client.send("DELETE", "\(methods)/\(id)", token: token)
        let login = try await client.beginPasskeyLogin()
        let handle = begun.passkeyParameters?["user"]?["id"]?.string
        let result = try await client.finish(
            login, authenticator.authenticate(login.passkeyParameters, userHandle: handle))

        #expect(deleted.status == 204)
        #expect(result["error_description"] == "Passkey verification failed: unknown credential")
    }
}
