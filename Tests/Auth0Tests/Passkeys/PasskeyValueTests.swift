import Auth0
import Foundation
import PasskeyAuthenticator
import Testing
import TransportDoubles

@Suite struct PasskeyValueTests {
    /// An authenticator of another package, as a program would declare it.
    private struct OwnPasskey: LoginPasskey {
        var userID: Data? = Data([1])
        var credentialID = Data([2])
        var attachment = PasskeyAttachment.unknown
        var rawClientDataJSON = Data()
        var rawAuthenticatorData: Data? = Data([3])
        var signature: Data? = Data([4])
    }

    private let loginChallenge = PasskeyLoginChallenge(
        authenticationSession: "canary", relyingPartyId: "example.com", challengeData: Data([1]))
    private let signupChallenge = PasskeySignupChallenge(
        authenticationSession: "canary", relyingPartyId: "example.com", userId: Data([1]), userName: "jane",
        challengeData: Data([1]))
    private let enrollmentChallenge = PasskeyEnrollmentChallenge(
        authenticationMethodId: "1", authenticationSession: "canary", relyingPartyId: "example.com",
        userId: Data([1]), userName: "jane", challengeData: Data([1]))

    @Test func `members of passkeys are read and written with the base64url helpers of Auth0 swift`() {
        let bytes = Data([0xFB, 0xFF])

        #expect(bytes.a0_encodeBase64URLSafe() == "-_8")
        #expect("-_8".a0_decodeBase64URLSafe() == bytes)
        #expect("".a0_decodeBase64URLSafe() == Data())
        #expect("+/8".a0_decodeBase64URLSafe() == nil)
    }

    @Test func `a custom type can be a passkey, and an unknown attachment is not sent`() async throws {
        let wire = Wire(Wire.tokens)

        _ = try await wire.authentication.login(passkey: OwnPasskey(), challenge: loginChallenge).start()

        #expect(wire.sent.contains(#"{"id":"Ag","rawId":"Ag","type":"public-key","response":{"clientDataJSON":"","#))
    }

    @Test func `a passkey without one of its parts is refused before a request is sent`() async {
        let wire = Wire(Wire.tokens)
        var (noUser, noData, noSignature) = (OwnPasskey(), OwnPasskey(), OwnPasskey())
        noUser.userID = nil
        noData.rawAuthenticatorData = nil
        noSignature.signature = nil
        let noObject = RegisteredPasskey(
            credentialID: Data([1]), attachment: .platform, rawClientDataJSON: Data(), rawAttestationObject: nil)

        for (passkey, part) in [(noUser, "user ID"), (noData, "authenticator data"), (noSignature, "signature")] {
            let error = await failure(of: wire.authentication.login(passkey: passkey, challenge: loginChallenge))
            let cause = error?.cause as? PasskeyError
            #expect(cause == PasskeyError(.incomplete))
            #expect(cause?.detail == "the passkey has no \(part)")
        }
        let signup = await failure(of: wire.authentication.login(passkey: noObject, challenge: signupChallenge))
        let enrollment = await failure(of: wire.myAccount().enroll(passkey: noObject, challenge: enrollmentChallenge))

        #expect(signup?.cause as? PasskeyError == PasskeyError(.incomplete))
        #expect(enrollment?.cause as? PasskeyError == PasskeyError(.incomplete))
        #expect(wire.transport.requests.isEmpty)
    }

    @Test(arguments: ["", "..", "%2E%2E", "a%0Ab", "%", "%FF"])
    func `an ID that is not a path segment is refused before a request is sent`(id: String) async {
        let wire = Wire()
        let challenge = PasskeyEnrollmentChallenge(
            authenticationMethodId: id, authenticationSession: "AS", options: signupChallenge.options)
        let passkey = RegisteredPasskey(
            credentialID: Data([1]), attachment: .platform, rawClientDataJSON: Data(), rawAttestationObject: Data())

        let error = await failure(of: wire.myAccount().enroll(passkey: passkey, challenge: challenge))

        #expect(error?.cause as? TransportError == TransportError(.invalidArgument))
        #expect(wire.transport.requests.isEmpty)
    }

    @Test func `no description of a challenge shows its session`() {
        let challenges: [any Sendable] = [loginChallenge, signupChallenge, enrollmentChallenge]

        for challenge in challenges {
            var text = "\(challenge) \(String(reflecting: challenge))"
            dump(challenge, to: &text)
            #expect(text.contains("example.com"))
            #expect(!text.contains("canary"))
        }
    }

    @Test func `an enrollment challenge is decoded from JSON, as the other challenges are`() throws {
        let json = #"""
            {"id": "passkey%7C1", "auth_session": "AS", "authn_params_public_key": {"challenge": "AQ",
            "rp": {"id": "example.com", "name": "E"}, "user": {"id": "Ag", "name": "jane", "displayName": "Jane"},
            "pubKeyCredParams": [{"type": "public-key", "alg": -7}]}}
            """#

        let challenge = try JSONDecoder().decode(PasskeyEnrollmentChallenge.self, from: Data(json.utf8))

        #expect(challenge.authenticationMethodId == "passkey%7C1")
        #expect(challenge.authenticationSession == "AS")
        #expect(challenge.relyingPartyId == "example.com")
        #expect(challenge.challengeData == Data([1]))
        #expect(challenge.userId == Data([2]))
    }

    @Test func `the client of the authentication methods has the base URL of the API, as upstream since 2.15`() {
        #expect(Wire().myAccount().url.absoluteString == "https://tenant.example.com/me/v1")
    }
}
