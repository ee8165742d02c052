import Auth0
import FoundationEssentials
import RequestPipeline
import Testing

/// A class with the exact signatures of Auth0.swift, as apps have it in their tests.
private final class UpstreamAuthentication: Authentication, @unchecked Sendable {  // never written
    typealias Answer<Value> = Request<Value, AuthenticationError>

    let clientId = "double"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?

    func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Answer<Credentials> { called() }
    func loginDefaultDirectory(
        withUsername username: String, password: String, audience: String?, scope: String
    ) -> Answer<Credentials> { called() }
    func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: Any]?,
        rootAttributes: [String: Any]?
    ) -> Answer<DatabaseUser> { called() }
    func resetPassword(email: String, connection: String) -> Answer<Void> { called() }
    func startPasswordless(email: String, type: PasswordlessType, connection: String) -> Answer<Void> { called() }
    func startPasswordless(phoneNumber: String, type: PasswordlessType, connection: String) -> Answer<Void> {
        called()
    }
    func login(email: String, code: String, audience: String?, scope: String) -> Answer<Credentials> { called() }
    func login(phoneNumber: String, code: String, audience: String?, scope: String) -> Answer<Credentials> {
        called()
    }
    func passwordlessChallenge(
        email: String, connection: String, allowSignup: Bool
    ) -> Answer<PasswordlessChallenge> { called() }
    func passwordlessChallenge(
        phoneNumber: String, connection: String, deliveryMethod: DeliveryMethod, allowSignup: Bool
    ) -> Answer<PasswordlessChallenge> { called() }
    func login(
        otp: String, challenge: PasswordlessChallenge, audience: String?, scope: String
    ) -> Answer<Credentials> { called() }
    func userInfo(withAccessToken accessToken: String, tokenType: String) -> Answer<UserInfo> { called() }
    func codeExchange(withCode code: String, codeVerifier: String, redirectURI: String) -> Answer<Credentials> {
        called()
    }
    func renew(withRefreshToken refreshToken: String, audience: String?, scope: String?) -> Answer<Credentials> {
        called()
    }
    func ssoExchange(withRefreshToken refreshToken: String) -> Answer<SSOCredentials> { called() }
    func revoke(refreshToken: String) -> Answer<Void> { called() }
    func jwks() -> Answer<JWKS> { called() }
    func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: Any], audience: String?, scope: String
    ) -> Answer<Credentials> { called() }
    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        parameters: [String: Any]
    ) -> Answer<Credentials> { called() }
    func passkeyLoginChallenge(connection: String?, organization: String?) -> Answer<PasskeyLoginChallenge> {
        called()
    }
    func login(
        passkey: any LoginPasskey, challenge: PasskeyLoginChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Answer<Credentials> { called("login with a passkey") }
    func passkeySignupChallenge(
        email: String?, phoneNumber: String?, username: String?, name: String?, givenName: String?,
        familyName: String?, nickname: String?, picture: String?, userMetadata: [String: String]?, connection: String?,
        organization: String?
    ) -> Answer<PasskeySignupChallenge> { called() }
    func login(
        passkey: any SignupPasskey, challenge: PasskeySignupChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Answer<Credentials> { called("signup with a passkey") }
    func login(withOTP otp: String, mfaToken: String) -> Answer<Credentials> { called() }
    func login(withOOBCode oobCode: String, mfaToken: String, bindingCode: String?) -> Answer<Credentials> {
        called()
    }
    func login(withRecoveryCode recoveryCode: String, mfaToken: String) -> Answer<Credentials> { called() }
    func multifactorChallenge(mfaToken: String, types: [String]?, authenticatorId: String?) -> Answer<Challenge> {
        called()
    }
}

/// A double of the login with Apple, whose name is a ``NamedPerson`` here.
private struct UpstreamAppleLogin: Authentication, ClientDouble {
    func login(
        appleAuthorizationCode authorizationCode: String, fullName: (any NamedPerson)?,
        profile: [String: any Sendable]?, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> { called() }
}

/// A double of the signatures of 2.13 and of 3.1 that others have replaced.
private struct OtherVersions: Authentication, ClientDouble {
    func userInfo(withAccessToken accessToken: String) -> Request<UserInfo, AuthenticationError> { called() }
    func resetPassword(email: String, connection: String, organization: String?) -> Request<Void, AuthenticationError> {
        called()
    }
}

/// A double with the one property of 3.x for the identification of the SDK.
private struct Version3Tracking: Authentication, ClientDouble {
    var auth0ClientInfo = Auth0ClientInfo()
}

@Suite struct UpstreamAuthenticationTests {
    private let client: any Authentication = UpstreamAuthentication()

    @Test func `F3 every login reaches a double with the signatures of Auth0 swift`() async {
        let challenge = PasswordlessChallenge(authSession: "s")
        let reached = [
            await code(client.login(usernameOrEmail: "u", password: "p", realmOrConnection: "r")),
            await code(
                client.login(usernameOrEmail: "u", password: "p", realmOrConnection: "r", audience: "a", scope: "s")),
            await code(client.loginDefaultDirectory(withUsername: "u", password: "p")),
            await code(client.login(email: "e", code: "1")), await code(client.login(phoneNumber: "1", code: "1")),
            await code(client.login(otp: "1", challenge: challenge)),
            await code(client.login(withOTP: "1", mfaToken: "m")),
            await code(client.login(withOOBCode: "o", mfaToken: "m")),
            await code(client.login(withRecoveryCode: "r", mfaToken: "m")),
            await code(client.login(facebookSessionAccessToken: "f", profile: ["a": 1])),
            await code(UpstreamAppleLogin().login(appleAuthorizationCode: "a", profile: ["b": 2])),
        ]

        #expect(
            reached == [
                "login(usernameOrEmail:password:realmOrConnection:audience:scope:)",
                "login(usernameOrEmail:password:realmOrConnection:audience:scope:)",
                "loginDefaultDirectory(withUsername:password:audience:scope:)", "login(email:code:audience:scope:)",
                "login(phoneNumber:code:audience:scope:)", "login(otp:challenge:audience:scope:)",
                "login(withOTP:mfaToken:)", "login(withOOBCode:mfaToken:bindingCode:)",
                "login(withRecoveryCode:mfaToken:)",
                "login(facebookSessionAccessToken:profile:audience:scope:)",
                "login(appleAuthorizationCode:fullName:profile:audience:scope:)",
            ])
    }

    @Test func `F3 every call that starts a login or signs a user up reaches a double`() async {
        let reached = [
            await code(client.signup(email: "e", password: "p", userMetadata: ["a": 1])),
            await code(client.resetPassword(email: "e", connection: "c")),
            await code(client.startPasswordless(email: "e")), await code(client.startPasswordless(phoneNumber: "1")),
            await code(client.passwordlessChallenge(email: "e")),
            await code(client.passwordlessChallenge(phoneNumber: "1")),
            await code(client.multifactorChallenge(mfaToken: "m")),
        ]

        #expect(
            reached == [
                "signup(email:username:password:connection:userMetadata:rootAttributes:)",
                "resetPassword(email:connection:)", "startPasswordless(email:type:connection:)",
                "startPasswordless(phoneNumber:type:connection:)",
                "passwordlessChallenge(email:connection:allowSignup:)",
                "passwordlessChallenge(phoneNumber:connection:deliveryMethod:allowSignup:)",
                "multifactorChallenge(mfaToken:types:authenticatorId:)",
            ])
    }

    @Test func `F3 every call with tokens reaches a double`() async {
        let reached = [
            await code(client.userInfo(withAccessToken: "t")),
            await code(client.userInfo(withAccessToken: "t", tokenType: "DPoP")),
            await code(client.codeExchange(withCode: "c", codeVerifier: "v", redirectURI: "r")),
            await code(client.renew(withRefreshToken: "r")), await code(client.renew(withRefreshToken: "r" as String?)),
            await code(client.ssoExchange(withRefreshToken: "r")), await code(client.revoke(refreshToken: "r")),
            await code(client.jwks()),
            await code(client.customTokenExchange(subjectToken: "t", subjectTokenType: "urn:a")),
            await code(
                client.customTokenExchange(
                    subjectToken: "t", subjectTokenType: "urn:a", actorToken: nil, parameters: ["a": 1])),
        ]

        let exchange =
            "customTokenExchange(subjectToken:subjectTokenType:audience:scope:organization:parameters:)"
        #expect(
            reached == [
                "userInfo(withAccessToken:tokenType:)", "userInfo(withAccessToken:tokenType:)",
                "codeExchange(withCode:codeVerifier:redirectURI:)", "renew(withRefreshToken:audience:scope:)",
                "renew(withRefreshToken:audience:scope:)", "ssoExchange(withRefreshToken:)", "revoke(refreshToken:)",
                "jwks()", exchange, exchange,
            ])
    }

    @Test func `F3 every call with a passkey reaches a double`() async {
        let login = PasskeyLoginChallenge(authenticationSession: "s", relyingPartyId: "r", challengeData: Data())
        let signup = PasskeySignupChallenge(
            authenticationSession: "s", relyingPartyId: "r", userId: Data([1]), userName: "u", challengeData: Data())

        let reached = [
            await code(client.passkeyLoginChallenge()), await code(client.passkeySignupChallenge(email: "e")),
            await code(client.login(passkey: DoublePasskey(), challenge: login)),
            await code(client.login(passkey: DoublePasskey(), challenge: signup)),
        ]

        #expect(
            reached == [
                "passkeyLoginChallenge(connection:organization:)",
                "passkeySignupChallenge(email:phoneNumber:username:name:givenName:familyName:nickname:picture:"
                    + "userMetadata:connection:organization:)", "login with a passkey", "signup with a passkey",
            ])
    }

    @Test func `F3 values of Any reach a double, and a call that was replaced reaches a double of its version`() async {
        let values: [String: Any] = ["a": 1]
        let reached = [
            await code(
                client.signup(
                    email: "e", username: nil, password: "p", connection: "c", userMetadata: values,
                    rootAttributes: values)),
            await code(
                client.login(facebookSessionAccessToken: "f", profile: values, audience: nil, scope: "s")),
            await code(
                client.customTokenExchange(
                    subjectToken: "t", subjectTokenType: "urn:a", audience: nil, scope: "s", organization: nil,
                    parameters: values)),
            await code(OtherVersions().userInfo(withAccessToken: "t")),
            await code(OtherVersions().resetPassword(email: "e", connection: "c")),
        ]

        #expect(
            reached == [
                "signup(email:username:password:connection:userMetadata:rootAttributes:)",
                "login(facebookSessionAccessToken:profile:audience:scope:)",
                "customTokenExchange(subjectToken:subjectTokenType:audience:scope:organization:parameters:)",
                "userInfo(withAccessToken:)", "resetPassword(email:connection:organization:)",
            ])
    }

    @Test func `F3 a double with auth0ClientInfo of version 3 is tracked by it`() {
        var client: any Authentication = Version3Tracking()

        client.tracking(enabled: false)
        let untracked = client.auth0ClientInfo
        client.using(inLibrary: "Library", version: "1")

        #expect(untracked != Auth0ClientInfo())
        #expect(client.auth0ClientInfo != untracked)
        #expect(client.telemetry == Telemetry())
    }
}
