import Auth0
import Foundation
import PasskeyAuthenticator
import Testing
import TransportDoubles

/// The mistakes of a caller: refused before a request is sent, and never shown.
@Suite struct BadArgumentTests {
    private typealias Call = @Sendable (any Transport, String) async -> (any Auth0APIError)?

    private static func call<Value, Failure: Auth0APIError>(
        _ make: @escaping @Sendable (any Transport, String) -> Request<Value, Failure>
    ) -> Call {
        { transport, text in
            guard case .failure(let error) = await make(transport, text).result() else { return nil }
            return error
        }
    }

    private static func authentication(_ transport: any Transport, clientId: String = "c") -> any Authentication {
        Auth0.authentication(clientId: clientId, domain: "t.example.com", session: transport)
    }

    private static func users(_ transport: any Transport, _ token: String = "T") -> any Users {
        Auth0.users(token: token, domain: "t.example.com", session: transport)
    }

    private static func methods(_ transport: any Transport, _ token: String = "T") -> any MyAccountAuthenticationMethods
    {
        Auth0.myAccount(token: token, domain: "t.example.com", session: transport).authenticationMethods
    }

    private static let assertion = AssertedPasskey(
        userID: Data(), credentialID: Data(), attachment: .platform, rawClientDataJSON: Data(),
        rawAuthenticatorData: Data(), signature: Data())
    private static let registration = RegisteredPasskey(
        credentialID: Data(), attachment: .platform, rawClientDataJSON: Data(), rawAttestationObject: Data())
    private static let options = PasskeyCreationOptions(
        relyingPartyID: "example.com", userID: Data(), userName: "u", challenge: Data())

    private static func loginChallenge(_ session: String = "s") -> PasskeyLoginChallenge {
        PasskeyLoginChallenge(
            authenticationSession: session, relyingPartyId: "example.com", challengeData: Data())
    }

    private static func signupChallenge(_ session: String = "s") -> PasskeySignupChallenge {
        PasskeySignupChallenge(authenticationSession: session, options: options)
    }

    private static func enrollmentChallenge(
        id: String = "1", session: String = "s"
    ) -> PasskeyEnrollmentChallenge {
        PasskeyEnrollmentChallenge(authenticationMethodId: id, authenticationSession: session, options: options)
    }

    /// Every string parameter of every method.
    private static let calls: [Call] = [
        call { authentication($0, clientId: $1).login(email: "e", code: "1") },
        call { authentication($0).login(usernameOrEmail: $1, password: "p", realmOrConnection: "r") },
        call { authentication($0).login(usernameOrEmail: "u", password: $1, realmOrConnection: "r") },
        call { authentication($0).login(usernameOrEmail: "u", password: "p", realmOrConnection: $1) },
        call { authentication($0).login(usernameOrEmail: "u", password: "p", realmOrConnection: "r", audience: $1) },
        call { authentication($0).login(usernameOrEmail: "u", password: "p", realmOrConnection: "r", scope: $1) },
        call { authentication($0).loginDefaultDirectory(withUsername: $1, password: "p") },
        call { authentication($0).loginDefaultDirectory(withUsername: "u", password: $1) },
        call { authentication($0).loginDefaultDirectory(withUsername: "u", password: "p", audience: $1) },
        call { authentication($0).signup(email: $1, password: "p", connection: "c") },
        call { authentication($0).signup(email: "e", username: $1, password: "p", connection: "c") },
        call { authentication($0).signup(email: "e", password: $1, connection: "c") },
        call { authentication($0).signup(email: "e", password: "p", connection: $1) },
        call { authentication($0).signup(email: "e", password: "p", rootAttributes: ["name": $1]) },
        call { authentication($0).resetPassword(email: $1, connection: "c") },
        call { authentication($0).resetPassword(email: "e", connection: $1) },
        call { authentication($0).resetPassword(email: "e", connection: "c", organization: $1) },
        call { authentication($0).startPasswordless(email: $1) },
        call { authentication($0).startPasswordless(email: "e", connection: $1) },
        call { authentication($0).startPasswordless(phoneNumber: $1) },
        call { authentication($0).login(email: $1, code: "1") },
        call { authentication($0).login(email: "e", code: $1) },
        call { authentication($0).login(phoneNumber: $1, code: "1") },
        call { authentication($0).login(phoneNumber: "1", code: $1, scope: $1) },
        call { authentication($0).userInfo(withAccessToken: $1) },
        call { authentication($0).userInfo(withAccessToken: "AT", tokenType: $1) },
        call { authentication($0).codeExchange(withCode: $1, codeVerifier: "v", redirectURI: "r") },
        call { authentication($0).codeExchange(withCode: "c", codeVerifier: $1, redirectURI: "r") },
        call { authentication($0).codeExchange(withCode: "c", codeVerifier: "v", redirectURI: $1) },
        call { authentication($0).renew(withRefreshToken: $1) },
        call { authentication($0).renew(withRefreshToken: "RT", audience: $1) },
        call { authentication($0).renew(withRefreshToken: "RT", scope: $1) },
        call { authentication($0).ssoExchange(withRefreshToken: $1) },
        call { authentication($0).revoke(refreshToken: $1) },
        call { authentication($0).passkeyLoginChallenge(connection: $1) },
        call { authentication($0).passkeyLoginChallenge(organization: $1) },
        call { authentication($0).passkeySignupChallenge(email: $1) },
        call { authentication($0).passkeySignupChallenge(phoneNumber: $1) },
        call { authentication($0).passkeySignupChallenge(username: $1) },
        call { authentication($0).passkeySignupChallenge(name: $1) },
        call { authentication($0).passkeySignupChallenge(givenName: $1) },
        call { authentication($0).passkeySignupChallenge(familyName: $1) },
        call { authentication($0).passkeySignupChallenge(nickname: $1) },
        call { authentication($0).passkeySignupChallenge(picture: $1) },
        call { authentication($0).passkeySignupChallenge(connection: $1) },
        call { authentication($0).passkeySignupChallenge(organization: $1) },
        call { authentication($0).login(passkey: assertion, challenge: loginChallenge($1)) },
        call { authentication($0).login(passkey: assertion, challenge: loginChallenge(), connection: $1) },
        call { authentication($0).login(passkey: registration, challenge: signupChallenge($1)) },
        call { authentication($0).login(passkey: registration, challenge: signupChallenge(), organization: $1) },
        call { authentication($0).jwks().headers(["X": $1]) },
        call { authentication($0).jwks().parameters(["x": $1]) },
        call { users($0, $1).get("1") }, call { users($0).get($1) }, call { users($0).get("1", fields: [$1]) },
        call { users($0).patch($1, userMetadata: [:]) },
        call { users($0).patch("1", attributes: UserPatchAttributes().username($1, connection: "c")) },
        call { users($0).link($1, withOtherUserToken: "T") }, call { users($0).link("1", withOtherUserToken: $1) },
        call { users($0).link("1", withUser: $1, provider: "p") },
        call { users($0).link("1", withUser: "2", provider: $1) },
        call { users($0).link("1", withUser: "2", provider: "p", connectionId: $1) },
        call { users($0).unlink(identityId: $1, provider: "p", fromUserId: "1") },
        call { users($0).unlink(identityId: "2", provider: $1, fromUserId: "1") },
        call { users($0).unlink(identityId: "2", provider: "p", fromUserId: $1) },
        call { methods($0, $1).getFactors() }, call { methods($0).getAuthenticationMethod(by: $1) },
        call { methods($0).deleteAuthenticationMethod(by: $1) },
        call { methods($0).passkeyEnrollmentChallenge(userIdentityId: $1) },
        call { methods($0).passkeyEnrollmentChallenge(connection: $1) },
        call { methods($0).enroll(passkey: registration, challenge: enrollmentChallenge(session: $1)) },
        call { methods($0).enroll(passkey: registration, challenge: enrollmentChallenge(id: $1)) },
    ]

    @Test(arguments: ["canary\r\nX-Evil: 1", "canary\n", "\rcanary", "can\0ary"])
    func `T8 a line break or NUL in any argument of any method is refused, and never shown`(text: String) async {
        let transport = StubTransport(body: "{}")

        for (index, call) in Self.calls.enumerated() {
            let error = await call(transport, text)
            #expect((error?.cause as? TransportError)?.code == .invalidArgument, "call \(index)")
            #expect(error.map { "\($0)".contains("ary") } == false, "call \(index)")
        }
        #expect(transport.requests.isEmpty)
    }
}
