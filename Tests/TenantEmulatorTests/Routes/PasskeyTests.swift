import ByteEncodings
import TenantEmulator
import Testing

@Suite struct PasskeyTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test func `returns the service's parameters for a new passkey`() async throws {
        let begun = try await client.beginPasskeySignup()

        let parameters = try #require(begun.passkeyParameters)
        #expect(begun["auth_session"] != nil)
        #expect(parameters["rp"]?["id"]?.string == "127.0.0.1")
        #expect(parameters["rp"]?["name"]?.string == "127.0.0.1")
        #expect(parameters["user"]?["name"]?.string == "new@example.com")
        #expect(parameters["user"]?["displayName"]?.string == "New One")
        #expect(try Base64URL.decode(parameters["challenge"]?.string ?? "").count == 32)
        #expect(parameters["pubKeyCredParams"]?.elements?.compactMap { $0["alg"]?.integer } == [-8, -7, -257])
        #expect(parameters["authenticatorSelection"]?["userVerification"]?.string == "required")
        #expect(parameters["timeout"]?.integer == 60_000)
    }

    @Test func `returns the service's parameters for a login`() async throws {
        let begun = try await client.beginPasskeyLogin()

        let parameters = try #require(begun.passkeyParameters)
        #expect(parameters["rpId"]?.string == "127.0.0.1")
        #expect(parameters["userVerification"]?.string == "required")
        #expect(parameters["timeout"]?.integer == 60_000)
        #expect(try Base64URL.decode(parameters["challenge"]?.string ?? "").count == 32)
    }

    @Test(arguments: [-7, -8, -257], ["none", "packed"])
    func `signs up and logs in with every algorithm and format`(algorithm: Int, format: String) async throws {
        let authenticator = try TestAuthenticator(algorithm)
        let begun = try await client.beginPasskeySignup()
        let parameters = begun.passkeyParameters

        let signedUp = try await client.finish(begun, authenticator.register(parameters, format: format))
        let login = try await client.beginPasskeyLogin()
        let response = try authenticator.authenticate(
            login.passkeyParameters, userHandle: parameters?["user"]?["id"]?.string)
        let loggedIn = try await client.finish(login, response)

        #expect(signedUp.status == 200)
        #expect(loggedIn.status == 200)
        let identity = try #require(claims(of: loggedIn["id_token"]))
        #expect(identity["sub"] == claims(of: signedUp["id_token"])?["sub"])
        #expect(identity["email"]?.string == "new@example.com")
        #expect(identity["name"]?.string == "New One")
        #expect(loggedIn["refresh_token"] != nil)
    }

    @Test(arguments: PasskeyDefect.registration)
    func `E2 refuses a new passkey with a defect`(defect: PasskeyDefect) async throws {
        let begun = try await client.beginPasskeySignup()

        let response = try TestAuthenticator().register(begun.passkeyParameters, defect.change)
        let result = try await client.finish(begun, response)

        #expect(result.status == 403)
        #expect(result["error"] == "invalid_grant")
        #expect(result["error_description"] == "Passkey verification failed: \(defect)")
        #expect(!tenant.users.contains { $0.login == "new@example.com" })
    }

    @Test(arguments: PasskeyDefect.authentication)
    func `E2 refuses a login with a defect`(defect: PasskeyDefect) async throws {
        let authenticator = try TestAuthenticator()
        let handle = try await client.signUp(with: authenticator, count: 5)
        let begun = try await client.beginPasskeyLogin()

        let response = try authenticator.authenticate(begun.passkeyParameters, userHandle: handle) { content in
            content.count = 6
            defect.change(&content)
        }
        let result = try await client.finish(begun, response)

        #expect(result.status == 403)
        #expect(result["error_description"] == "Passkey verification failed: \(defect)")
    }

    @Test func `E2 requires the sign count to increase with each login`() async throws {
        let authenticator = try TestAuthenticator()
        let handle = try await client.signUp(with: authenticator, count: 1)

        let statuses = try await [UInt32(2), 7, 7].asyncMap { count in
            let begun = try await client.beginPasskeyLogin()
            let parameters = begun.passkeyParameters
            let response = try authenticator.authenticate(parameters, userHandle: handle) { $0.count = count }
            return try await client.finish(begun, response).status
        }

        #expect(statuses == [200, 200, 403])
    }

    @Test func `E2 accepts a session once, even for a wrong response`() async throws {
        let authenticator = try TestAuthenticator()
        let begun = try await client.beginPasskeySignup()
        let wrong = try authenticator.register(begun.passkeyParameters) { $0.origin = "https://evil.example" }
        let right = try authenticator.register(begun.passkeyParameters)

        _ = try await client.finish(begun, wrong)
        let result = try await client.finish(begun, right)

        #expect(result["error_description"] == "Invalid or expired auth_session.")
    }

    @Test func `a session expires after five minutes and is valid for one client only`() async throws {
        let authenticator = try TestAuthenticator()
        let begun = try await client.beginPasskeySignup()
        let response = try authenticator.register(begun.passkeyParameters)

        let stolen = try await client.finish(begun, response, ["client_id": "emulatorClient0000000000000000002"])
        tenant.clock.advance(by: .seconds(300))
        let late = try await client.finish(begun, response)

        #expect(stolen.status == 403)
        #expect(late["error_description"] == "Invalid or expired auth_session.")
    }

    @Test func `E2 refuses a second passkey with the same credential ID`() async throws {
        let authenticator = try TestAuthenticator()
        _ = try await client.signUp(with: authenticator)
        let begun = try await client.beginPasskeySignup("other@example.com")

        let copy = try TestAuthenticator(credentialID: authenticator.credentialID)
        let result = try await client.finish(begun, copy.register(begun.passkeyParameters))

        #expect(result["error_description"] == "Passkey verification failed: credential id is taken")
        #expect(!tenant.users.contains { $0.login == "other@example.com" })
    }

    @Test func `refuses a packed statement of another key, and unknown formats`() async throws {
        let begun = try await client.beginPasskeySignup()
        let parameters = begun.passkeyParameters

        let foreign = try await client.finish(
            begun,
            TestAuthenticator().register(parameters, format: "packed") {
                $0.signature = { $0.dropLast() + [$0[$0.count - 1] ^ 1] }
            })
        let second = try await client.beginPasskeySignup()
        let unknown = try await client.finish(
            second, TestAuthenticator().register(second.passkeyParameters, format: "tpm"))

        #expect(foreign["error_description"] == "Passkey verification failed: attestation statement")
        #expect(unknown["error_description"] == "Passkey verification failed: attestationObject")
    }

    @Test func `refuses a sign-up of an existing user`() async throws {
        let result = try await client.beginPasskeySignup("john@example.com")

        #expect(result.status == 400)
        #expect(result["error_description"] == "The user already exists.")
    }

    @Test(arguments: [
        #"{"realm": "email"}"#, #"{"realm": "Closed"}"#, #"{"realm": "Passwords-Only"}"#, #"{"realm": "nowhere"}"#,
        #"{"user_profile": {"email": "nobody"}}"#, #"{"user_profile": {"age": "7"}}"#, #"{"user_profile": {}}"#,
        #"{"user_metadata": "free"}"#, #"{"client_id": "emulatorLimited000000000000000001"}"#,
        #"{"client_id": "nobody"}"#,
    ])
    func `refuses an invalid sign-up`(change: String) async throws {
        let result = try await client.beginPasskeySignup("new@example.com", members(change))

        #expect((400...403).contains(result.status))
        #expect(result["auth_session"] == nil)
    }

    @Test(arguments: [
        #"{"id": "AAAA"}"#, #"{"rawId": "AAAA"}"#, #"{"type": "password"}"#,
        #"{"authenticatorAttachment": "glued-on"}"#, #"{"response": {"clientDataJSON": "A+"}}"#,
        #"{"response": "none"}"#,
    ])
    func `refuses a response that is not a credential`(change: String) async throws {
        let begun = try await client.beginPasskeySignup()
        let response = try TestAuthenticator().register(begun.passkeyParameters).merging(members(change)) { $1 }

        let result = try await client.finish(begun, response)

        #expect(result.status == 400)
        #expect(result["error"] == "invalid_request")
    }

    @Test func `accepts the configured relying party and origins`() async throws {
        let tenant = try EmulatedTenant.start {
            ($0.relyingPartyID, $0.passkeyOrigins) = ("example.com", ["android:apk-key-hash:abc"])
        }
        let client = TestClient(tenant)
        let origins = ["https://login.example.com", "android:apk-key-hash:abc", "https://127.0.0.1"]

        let statuses = try await origins.asyncMap { origin in
            let begun = try await client.beginPasskeySignup("\(origin.utf8.count)@example.com")
            let response = try TestAuthenticator().register(begun.passkeyParameters) { content in
                (content.origin, content.relyingParty) = (origin, "example.com")
            }
            return try await client.finish(begun, response).status
        }

        #expect(statuses == [200, 200, 403])
    }
}

extension Array {
    /// Transforms the elements one after the other.
    func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
