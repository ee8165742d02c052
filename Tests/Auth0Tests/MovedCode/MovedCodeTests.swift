import Auth0
import ByteEncodings
import Foundation
import FoundationNetworking
import OpenID
import PasskeyAuthenticator
import SecretStorage
import SimpleKeychain
import Streams
import Synchronization
import Testing
import TransportDoubles

/// Code that was written for Auth0.swift on Apple's systems.
@Suite struct MovedCodeTests {
    private static let credentials = Credentials(
        accessToken: "AT", idToken: "", refreshToken: "RT", expiresIn: Date(timeIntervalSinceNow: 30))

    @Test func `P3 the defaults of version 3 are selected by one line`() async {
        await #expect(processExitsWith: .success) {
            func calls() async throws -> (scope: String?, renews: Bool, revocation: CredentialsManagerError?) {
                let wire = Wire(#"{"error":"invalid_request"}"#, status: 400)
                let (client, transport) = (wire.authentication, wire.transport)
                _ = await client.login(usernameOrEmail: "u", password: "p", realmOrConnection: "r").result()
                let login = try JSONValue(parsing: try #require(transport.requests.first).body)
                let manager = CredentialsManager(authentication: client, store: MemoryStore())
                try await manager.save(MovedCodeTests.credentials)
                _ = try? await manager.credentials()
                let renews = transport.requests.count == 2
                try await manager.remove()
                var refusal: CredentialsManagerError?
                do { try await manager.revoke() } catch { refusal = error as? CredentialsManagerError }
                return (login["scope"]?.string, renews, refusal)
            }

            let second = try await calls()
            ClientDefaults.current = .v3
            let third = try await calls()

            #expect(second.scope == "openid profile email" && !second.renews && second.revocation == nil)
            #expect(third.scope == "openid profile email offline_access" && third.renews)
            #expect(third.revocation == .noCredentials)
        }
    }

    @Test func `P4 A20 the cookie of a session transfer token is sent by TLS only`() throws {
        let credentials = SSOCredentials(
            sessionTransferToken: "ST", issuedTokenType: "t", expiresIn: Date(timeIntervalSinceNow: 60), idToken: "IT")

        let cookie = try #require(HTTPCookie(properties: credentials.cookieProperties(domain: "tenant.example.com")))

        #expect(cookie.isSecure && !cookie.isSessionOnly)
        #expect((cookie.name, cookie.value) == ("auth0_session_transfer_token", "ST"))
        #expect((cookie.domain, cookie.path) == ("tenant.example.com", "/"))
        #expect(try #require(cookie.expiresDate).timeIntervalSinceNow < 61)
    }

    @Test func `P5 the configuration reaches a manager on a storage of the program`() async throws {
        var configuration = CredentialsManager.Configuration()
        configuration.validatesIDTokens = false
        let client = Wire(#"{"access_token":"new","token_type":"Bearer","expires_in":86400}"#).authentication
        let stored = Credentials(accessToken: "old", idToken: "no JWT", refreshToken: "RT", expiresIn: Date())

        let manager = CredentialsManager(authentication: client, storage: Storage(), configuration: configuration)
        try await manager.save(stored)
        #expect(try await manager.credentials().accessToken == "new")

        let strict = CredentialsManager(authentication: client, storage: Storage())
        try await strict.save(stored)
        let error = await #expect(throws: CredentialsManagerError.self) { try await strict.credentials() }
        #expect(error == .renewFailed)
        #expect(error?.localizedDescription.contains("validatesIDTokens") == true, "\(String(describing: error))")
    }

    @Test func `P5 a check of the user's presence can be set later, and enabling without one is logged`() async throws {
        let log = LogRecorder()
        let client = Wire().authentication.using(logger: log)
        let manager = CredentialsManager(authentication: client, store: MemoryStore())
        try await manager.save(Self.credentials)

        let isEnabled = manager.enableBiometrics(
            withTitle: "Unlock", evaluationPolicy: LAPolicy.deviceOwnerAuthentication)
        #expect(!isEnabled)
        #expect(await log.next(1).first?.contains("presenceCheck") == true)
        await #expect(throws: CredentialsManagerError.biometricsFailed) { try await manager.credentials() }
        manager.presenceCheck = VerifiedPresence()

        #expect(try await manager.credentials().accessToken == "AT")
        #expect(manager.enableBiometrics(withTitle: "Unlock"))
    }

    @Test func `row 25, 26 a program can switch over the lifetime of a confirmation`() {
        func seconds(of policy: BiometricPolicy) -> Int? {
            switch policy {
            case .default, .always: nil
            case .session(let timeoutInSeconds), .appLifecycle(let timeoutInSeconds): timeoutInSeconds
            }
        }

        #expect(BiometricPolicy.default != .always && seconds(of: .default) == nil)
        #expect(seconds(of: .session(timeoutInSeconds: 300)) == 300 && seconds(of: .appLifecycle()) == 3_600)
    }

    @Test func `P6 names of version 3 and of Apple's systems are accepted`() throws {
        let keychain = SimpleKeychain(accessibility: .afterFirstUnlockThisDeviceOnly)
        var login = Auth0.webAuth(clientId: "c", domain: "tenant.example.com").presentationWindow(nil)
            .provider(WebAuthentication.safariProvider(style: .formSheet))
        login.auth0ClientInfo = Auth0ClientInfo()
        let actor: ActClaim? = UserInfo(json: ["sub": "s", "act": ["sub": "a"]])?.act

        #expect(actor?.sub == "a")
        #expect(keychain.service == SimpleKeychain().service)
        #expect(throws: ConfigurationError.self) { try Storage().deleteAllEntries() }
        let stored = SimpleKeychain(store: MemoryStore())
        try stored.set("text", forKey: "key")
        try stored.deleteAllEntries()
        #expect(try !stored.hasItem(forKey: "key"))
    }

    @Test func `P9 doubles can make every value that a client returns`() {
        let method = AuthenticationMethod(id: "id", type: "phone", phoneNumber: "+1")
        let set = JWKS(keys: [JWK(keyType: "RSA", keyId: "k", modulus: "n", exponent: "AQAB")])

        #expect(Challenge(challengeType: "otp").oobCode == nil)
        #expect(set.key(id: "k")?.modulus == "n")
        #expect(AuthenticationMethods(authenticationMethods: [method]).authenticationMethods.first?.phoneNumber == "+1")
        #expect(MFAChallenge(oobCode: "o", bindingMethod: "prompt").challengeType == "oob")
        #expect(Authenticator(id: "id", authenticatorType: "otp").active)
        #expect(Factors(factors: [Factor(type: "otp")]).factors.first?.usage == nil)
    }

    @Test func `P10 a weak password is described by the rules that it breaks`() async throws {
        let answer = #"""
            {"code":"invalid_password","name":"PasswordStrengthError","message":"Password is too weak",
            "description":{"rules":[
            {"message":"At least %d characters in length","format":[8],"verified":false},
            {"message":"Contain at least %d of the following %d types of characters:","format":[3,4],"verified":false,
            "items":[{"message":"lower case letters (a-z)"},{"message":"numbers"}]},
            {"message":"No more than %d identical characters in a row","format":[2],"verified":true}]}}
            """#
        let client = Wire(answer, status: 400).authentication

        let error = try #require(
            await #expect(throws: AuthenticationError.self) {
                try await client.signup(email: "a@example.com", password: "p", connection: "c").start()
            })

        #expect(error.isPasswordNotStrongEnough)
        #expect(
            error.localizedDescription
                == "The password is too weak; At least 8 characters in length; Contain at least 3 of the following "
                + "4 types of characters: lower case letters (a-z), numbers")
    }

    @Test func `P10 a rule without its items ends without a colon`() {
        let rule: [String: any Sendable] = [
            "message": "Contain at least %d of the following %d types of characters:", "format": [3, 4],
            "verified": false,
        ]
        let rules: [any Sendable] = [rule]
        let description: [String: any Sendable] = ["rules": rules]
        let error = AuthenticationError(
            info: ["code": "invalid_password", "name": "PasswordStrengthError", "description": description],
            statusCode: 400)

        #expect(
            error.message == "The password is too weak; Contain at least 3 of the following 4 types of characters")
    }

    @Test func `P10 an authenticator without a type counts by its type and channel`() async throws {
        let wire = Wire(
            #"[{"id":"1","authenticator_type":"otp","active":true},"#
                + #"{"id":"2","authenticator_type":"oob","oob_channel":"sms","active":true},"#
                + #"{"id":"3","authenticator_type":"oob","oob_channel":"auth0","active":true},"#
                + #"{"id":"4","authenticator_type":"recovery-code","active":true}]"#)
        func ids(_ factors: [String]) async throws -> [String] {
            try await wire.mfa.getAuthenticators(mfaToken: "M", factorsAllowed: factors).start().map(\.id)
        }

        #expect(try await ids(["otp"]) == ["1"])
        #expect(try await ids(["phone", "push-notification"]) == ["2", "3"])
        #expect(try await ids(["recovery-code"]) == ["4"])
    }

    @Test func `P10 an invitation that is none is shown as far as it is no secret`() async throws {
        let link = try #require(URL(string: "https://app.example.com/join?invitation=secret&x=y"))
        let login = Auth0.webAuth(clientId: "c", domain: "tenant.example.com").allowingConcurrentLogins()

        let error = await #expect(throws: WebAuthError.self) { try await login.invitationURL(link).start() }

        #expect(error == .invalidInvitationURL)
        #expect(error?.localizedDescription.contains("https://app.example.com/join has invitation, x") == true)
        #expect(error?.localizedDescription.contains("secret") == false)
    }

    @Test func `P7 the error of a double that is never called names the missing signature`() async {
        let result = await withCheckedContinuation { continuation in
            (Older() as any PARAuth).start(requestUri: "urn:x") { continuation.resume(returning: $0) }
        }

        guard case .failure(let error) = result else { return }
        #expect(error == .unknown)
        #expect(error.localizedDescription.contains("Older"))
        #expect(error.localizedDescription.contains("-> any Cancellable"))
    }
}

/// A double of version 2, whose callback function returns nothing.
private struct Older: PARAuth, ClientDouble {
    func sessionTransferToken(_ token: String) -> Self { self }
    func provider(_ provider: @escaping WebAuthProvider) -> Self { self }
    func useEphemeralSession() -> Self { self }
    func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError> { Empty().eraseToAnyPublisher() }
    func start(requestUri: String, callback: @escaping (WebAuthResult<AuthorizationCode>) -> Void) {
        callback(.success(AuthorizationCode(code: "never")))
    }
}

private struct VerifiedPresence: PresenceCheck {
    func confirm(_ request: PresenceRequest) async throws -> Presence { .verified }
}

private final class Storage: CredentialsStorage {
    private let entries = Mutex<[String: Data]>([:])

    func getEntry(forKey key: String) -> Data? { entries.withLock { $0[key] } }
    func setEntry(_ data: Data, forKey key: String) -> Bool {
        entries.withLock { $0[key] = data }
        return true
    }
    func deleteEntry(forKey key: String) -> Bool { entries.withLock { $0.removeValue(forKey: key) != nil } }
}
