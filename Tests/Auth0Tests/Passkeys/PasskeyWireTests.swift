import Auth0
import Foundation
import HTTPMessages
import PasskeyAuthenticator
import RequestPipeline
import Testing
import TransportDoubles

@Suite struct PasskeyWireTests {
    private let base = "https://tenant.example.com/"
    private let login = AssertedPasskey(
        userID: Data([0xFB]), credentialID: Data([0xFF, 0xFE]), attachment: .platform,
        rawClientDataJSON: Data("{}".utf8), rawAuthenticatorData: Data([1]), signature: Data([2, 3]))
    private let new = RegisteredPasskey(
        credentialID: Data([0xFF, 0xFE]), attachment: .crossPlatform, rawClientDataJSON: Data("{}".utf8),
        rawAttestationObject: Data([4, 5, 6]))
    private let loginChallenge = PasskeyLoginChallenge(
        authenticationSession: "AS", relyingPartyId: "example.com", challengeData: Data([1]))
    private let signupChallenge = PasskeySignupChallenge(
        authenticationSession: "AS", relyingPartyId: "example.com", userId: Data([1]), userName: "jane",
        challengeData: Data([1]))

    /// The response of a server to a request for a passkey registration.
    private static let creation = #"""
        {"auth_session":"AS","authn_params_public_key":{"challenge":"AQID","timeout":60000,
        "rp":{"id":"example.com","name":"Example"},"user":{"id":"_-8","name":"jane@example.com","displayName":"Jane"},
        "pubKeyCredParams":[{"type":"public-key","alg":-8},{"type":"public-key","alg":-7}],
        "authenticatorSelection":{"residentKey":"required","userVerification":"required"}}}
        """#

    @Test func `asks for a challenge to log in with`() async throws {
        let wire = Wire(
            #"""
            {"auth_session":"AS","authn_params_public_key":{"challenge":"_-8","timeout":60000,"rpId":"example.com",
            "userVerification":"required"}}
            """#)

        let challenge = try await wire.authentication.passkeyLoginChallenge(connection: "c", organization: "o").start()

        #expect(
            wire.sent
                == #"POST \#(base)passkey/challenge {"client_id":"the-client","realm":"c","organization":"o"}"#)
        #expect(challenge.authenticationSession == "AS")
        #expect(challenge.relyingPartyId == "example.com")
        #expect(challenge.challengeData == Data([0xFF, 0xEF]))
        #expect(challenge.options.userVerification == .required)

        _ = try await wire.authentication.passkeyLoginChallenge().start()
        #expect(wire.sent == #"POST \#(base)passkey/challenge {"client_id":"the-client"}"#)
    }

    @Test func `logs in with a passkey`() async throws {
        let wire = Wire(Wire.tokens)
        let response =
            #"{"id":"__4","rawId":"__4","type":"public-key","authenticatorAttachment":"platform","response":"#
            + #"{"clientDataJSON":"e30","authenticatorData":"AQ","signature":"AgM","userHandle":"-w"}}"#
        let grant = #""grant_type":"urn:okta:params:oauth:grant-type:webauthn","auth_session":"AS""#

        let credentials = try await wire.authentication.login(
            passkey: login, challenge: loginChallenge, connection: "c", audience: "a", scope: "email",
            organization: "o"
        ).start()

        #expect(
            wire.sent == #"POST \#(base)oauth/token {"client_id":"the-client",\#(grant),"realm":"c","audience":"a","#
                + #""scope":"openid email","organization":"o","authn_response":\#(response)}"#)
        #expect(credentials.accessToken == "AT")

        _ = try await wire.authentication.login(passkey: login, challenge: loginChallenge).start()
        #expect(
            wire.sent == #"POST \#(base)oauth/token {"client_id":"the-client",\#(grant),"#
                + #""scope":"openid profile email","authn_response":\#(response)}"#)
    }

    @Test func `asks for a challenge to sign up with`() async throws {
        let wire = Wire(Self.creation)

        let challenge = try await wire.authentication.passkeySignupChallenge(
            email: "e", phoneNumber: "p", username: "u", name: "n", givenName: "g", familyName: "f", nickname: "k",
            picture: "i", userMetadata: ["b": "2", "a": "1"], connection: "c", organization: "o"
        ).start()

        #expect(
            wire.sent == #"POST \#(base)passkey/register {"client_id":"the-client","user_profile":{"email":"e","#
                + #""phone_number":"p","username":"u","name":"n","given_name":"g","family_name":"f","nickname":"k","#
                + #""picture":"i"},"realm":"c","organization":"o","user_metadata":{"a":"1","b":"2"}}"#)
        #expect(challenge.authenticationSession == "AS")
        #expect(challenge.relyingPartyId == "example.com")
        #expect(challenge.userId == Data([0xFF, 0xEF]))
        #expect(challenge.userName == "jane@example.com")
        #expect(challenge.challengeData == Data([1, 2, 3]))
        #expect(challenge.options.algorithms == [.edDSA, .es256])

        _ = try await wire.authentication.passkeySignupChallenge().start()
        #expect(wire.sent == #"POST \#(base)passkey/register {"client_id":"the-client","user_profile":{}}"#)
    }

    @Test func `signs up with a passkey`() async throws {
        let wire = Wire(Wire.tokens)

        _ = try await wire.authentication.login(passkey: new, challenge: signupChallenge).start()

        #expect(
            wire.sent == #"POST \#(base)oauth/token {"client_id":"the-client","#
                + #""grant_type":"urn:okta:params:oauth:grant-type:webauthn","auth_session":"AS","#
                + #""scope":"openid profile email","authn_response":{"id":"__4","rawId":"__4","type":"public-key","#
                + #""authenticatorAttachment":"cross-platform","#
                + #""response":{"clientDataJSON":"e30","attestationObject":"BAUG"}}}"#)
    }

    @Test func `asks for a challenge to enrol with, whose ID is in the Location`() async throws {
        let wire = Wire(
            Self.creation, status: 201,
            fields: ["location": "https://tenant.example.com/me/v1/authentication-methods/passkey%7Cnew"])

        let challenge = try await wire.myAccount().passkeyEnrollmentChallenge(userIdentityId: "i", connection: "c")
            .start()

        #expect(
            wire.sent == #"POST \#(base)me/v1/authentication-methods {"type":"passkey","identity_user_id":"i","#
                + #""connection":"c"}"#)
        #expect(challenge.authenticationMethodId == "passkey%7Cnew")
        #expect(challenge.authenticationSession == "AS")
        #expect(challenge.relyingPartyId == "example.com")
        #expect(challenge.userId == Data([0xFF, 0xEF]))
        #expect(challenge.userName == "jane@example.com")
        #expect(challenge.challengeData == Data([1, 2, 3]))

        _ = try await wire.myAccount().passkeyEnrollmentChallenge().start()
        #expect(wire.sent == #"POST \#(base)me/v1/authentication-methods {"type":"passkey"}"#)
    }

    @Test(arguments: [[:], ["Location": ""], ["Location": "https://tenant.example.com/me/v1/"]] as [TransportFields])
    func `an enrolment without an ID is an error that names the field`(fields: TransportFields) async {
        let wire = Wire(Self.creation, status: 201, fields: fields)

        let error = await failure(of: wire.myAccount().passkeyEnrollmentChallenge())

        #expect((error?.cause as? ResponseError)?.path == "Location")
    }

    @Test func `enrols a passkey`() async throws {
        let wire = Wire(
            #"""
            {"id":"passkey|dev_1","type":"passkey","identity_user_id":"auth0|1","user_agent":"curl",
            "created_at":"2026-11-21T20:00:00.250Z","key_id":"__4","public_key":"+/8=","user_handle":"_-8",
            "credential_device_type":"multi_device","credential_backed_up":true,"aaguid":"00-11",
            "relying_party_id":"example.com","usage":["primary"],"transports":["internal"]}
            """#, status: 201)
        let challenge = PasskeyEnrollmentChallenge(
            authenticationMethodId: "passkey%7Cnew%2F1", authenticationSession: "AS", relyingPartyId: "example.com",
            userId: Data([1]), userName: "jane", challengeData: Data([1]))

        let method = try await wire.myAccount().enroll(passkey: new, challenge: challenge).start()

        #expect(
            wire.sent == #"POST \#(base)me/v1/authentication-methods/passkey%7Cnew%2F1/verify {"auth_session":"AS","#
                + #""authn_response":{"id":"__4","rawId":"__4","type":"public-key","#
                + #""authenticatorAttachment":"cross-platform","#
                + #""response":{"clientDataJSON":"e30","attestationObject":"BAUG"}}}"#)
        #expect(
            method
                == PasskeyAuthenticationMethod(
                    id: "passkey|dev_1", type: "passkey", userIdentityId: "auth0|1", userAgent: "curl",
                    createdAt: Date(timeIntervalSince1970: 1_795_291_200.25),
                    credential: PasskeyCredential(
                        id: "__4", publicKey: Data([0xFB, 0xFF]), userHandle: Data([0xFF, 0xEF]),
                        deviceType: .multiDevice, isBackedUp: true), aaguid: "00-11",
                    relyingPartyIdentifier: "example.com"))
    }

    @Test func `an enrolled passkey without the members of later versions is one`() async throws {
        let wire = Wire(
            #"""
            {"id":"passkey|dev_1","type":"passkey","identity_user_id":"auth0|1","created_at":"2026-11-21T20:00:00Z",
            "key_id":"__4","public_key":"+/8=","user_handle":"_-8","credential_device_type":"single_device",
            "credential_backed_up":false}
            """#, status: 201)
        let challenge = PasskeyEnrollmentChallenge(
            authenticationMethodId: "1", authenticationSession: "AS", options: signupChallenge.options)

        let method = try await wire.myAccount().enroll(passkey: new, challenge: challenge).start()

        #expect(method.id == "passkey|dev_1" && method.aaguid.isEmpty && method.relyingPartyIdentifier.isEmpty)
    }

    @Test(arguments: [
        ("created_at", "yesterday"), ("public_key", "+/9="), ("public_key", "-_8="), ("user_handle", "_-8="),
        ("credential_device_type", "many"),
    ])
    func `an error about a member of the wrong form names it`(member: String, text: String) async {
        var members = [
            "id": "1", "type": "passkey", "identity_user_id": "1", "created_at": "2026-11-21T20:00:00Z",
            "key_id": "k", "public_key": "+/8=", "user_handle": "_-8", "credential_device_type": "single_device",
            "aaguid": "a", "relying_party_id": "r",
        ]
        members[member] = text
        let body = members.map { #""\#($0)":"\#($1)""# }.joined(separator: ",")
        let wire = Wire(#"{"credential_backed_up":false,\#(body)}"#)
        let challenge = PasskeyEnrollmentChallenge(
            authenticationMethodId: "1", authenticationSession: "AS", options: signupChallenge.options)

        let error = await failure(of: wire.myAccount().enroll(passkey: new, challenge: challenge))

        #expect((error?.cause as? ResponseError)?.path == member)
    }

    @Test(arguments: ["AQID=", "AQ ID", "+wZZ", "ABZZZZZ", "ZZZZZ"])
    func `a challenge that is not base64url is refused`(text: String) async {
        let wire = Wire(
            #"{"auth_session":"AS","authn_params_public_key":{"challenge":"\#(text)","rpId":"example.com"}}"#)

        let error = await failure(of: wire.authentication.passkeyLoginChallenge())

        #expect((error?.cause as? ResponseError)?.path == "authn_params_public_key.challenge")
        #expect(error.map { "\($0)".contains(text) } == false)
    }
}
