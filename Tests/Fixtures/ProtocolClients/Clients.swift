// Every requirement of the clients, implemented by doubles that take nothing from the SDK's own implementation.
import Auth0
import Foundation
import OpenID
import Streams

/// The failure of every call.
func refusal<Failure: Auth0APIError>() -> Failure { Failure(info: ["error": "access_denied"], statusCode: 403) }

/// A double of `Authentication`.
struct OwnAuthentication: Authentication {
    let clientId = "own"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Auth0.Logger)?
    var dpop: DPoP?

    func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func loginDefaultDirectory(
        withUsername username: String, password: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: any Sendable]?,
        rootAttributes: [String: any Sendable]?
    ) -> Request<DatabaseUser, AuthenticationError> { Request(result: .failure(refusal())) }

    func resetPassword(email: String, connection: String) -> Request<Void, AuthenticationError> {
        Request(result: .failure(refusal()))
    }

    func resetPassword(email: String, connection: String, organization: String?) -> Request<Void, AuthenticationError> {
        Request(result: .failure(refusal()))
    }

    func startPasswordless(
        email: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError> { Request(result: .failure(refusal())) }

    func startPasswordless(
        phoneNumber: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError> { Request(result: .failure(refusal())) }

    func login(
        email: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func login(
        phoneNumber: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func passwordlessChallenge(
        email: String, connection: String, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError> { Request(result: .failure(refusal())) }

    func passwordlessChallenge(
        phoneNumber: String, connection: String, deliveryMethod: DeliveryMethod, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError> { Request(result: .failure(refusal())) }

    func login(
        otp: String, challenge: PasswordlessChallenge, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func userInfo(withAccessToken accessToken: String) -> Request<UserInfo, AuthenticationError> {
        Request(result: .failure(refusal()))
    }

    func userInfo(withAccessToken accessToken: String, tokenType: String) -> Request<UserInfo, AuthenticationError> {
        Request(result: .failure(refusal()))
    }

    func login(withOTP otp: String, mfaToken: String) -> Request<Credentials, AuthenticationError> {
        Request(result: .failure(refusal()))
    }

    func login(
        withOOBCode oobCode: String, mfaToken: String, bindingCode: String?
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func login(withRecoveryCode recoveryCode: String, mfaToken: String) -> Request<Credentials, AuthenticationError> {
        Request(result: .failure(refusal()))
    }

    func multifactorChallenge(
        mfaToken: String, types: [String]?, authenticatorId: String?
    ) -> Request<Challenge, AuthenticationError> { Request(result: .failure(refusal())) }

    func login(
        appleAuthorizationCode authorizationCode: String, fullName: (any NamedPerson)?,
        profile: [String: any Sendable]?, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: any Sendable], audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        actorToken: ActorToken?, parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func codeExchange(
        withCode code: String, codeVerifier: String, redirectURI: String
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func renew(
        withRefreshToken refreshToken: String, audience: String?, scope: String?
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func ssoExchange(withRefreshToken refreshToken: String) -> Request<SSOCredentials, AuthenticationError> {
        Request(result: .failure(refusal()))
    }

    func revoke(refreshToken: String) -> Request<Void, AuthenticationError> { Request(result: .failure(refusal())) }

    func jwks() -> Request<JWKS, AuthenticationError> { Request(result: .failure(refusal())) }

    func passkeyLoginChallenge(
        connection: String?, organization: String?
    ) -> Request<PasskeyLoginChallenge, AuthenticationError> { Request(result: .failure(refusal())) }

    func login(
        passkey: any LoginPasskey, challenge: PasskeyLoginChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }

    func passkeySignupChallenge(
        email: String?, phoneNumber: String?, username: String?, name: String?, givenName: String?,
        familyName: String?, nickname: String?, picture: String?, userMetadata: [String: String]?, connection: String?,
        organization: String?
    ) -> Request<PasskeySignupChallenge, AuthenticationError> { Request(result: .failure(refusal())) }

    func login(
        passkey: any SignupPasskey, challenge: PasskeySignupChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError> { Request(result: .failure(refusal())) }
}

/// A double of `Users`.
struct OwnUsers: Users {
    let token = "own"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Auth0.Logger)?

    func get(_ identifier: String, fields: [String], include: Bool) -> Request<ManagementObject, ManagementError> {
        Request(result: .failure(refusal()))
    }

    func patch(_ identifier: String, userMetadata: [String: any Sendable]) -> Request<ManagementObject, ManagementError>
    { Request(result: .failure(refusal())) }

    func patch(_ identifier: String, attributes: UserPatchAttributes) -> Request<ManagementObject, ManagementError> {
        Request(result: .failure(refusal()))
    }

    func link(_ identifier: String, withOtherUserToken token: String) -> Request<[ManagementObject], ManagementError> {
        Request(result: .failure(refusal()))
    }

    func link(
        _ identifier: String, withUser userId: String, provider: String, connectionId: String?
    ) -> Request<[ManagementObject], ManagementError> { Request(result: .failure(refusal())) }

    func unlink(
        identityId: String, provider: String, fromUserId identifier: String
    ) -> Request<[ManagementObject], ManagementError> { Request(result: .failure(refusal())) }
}

/// A double of `MFAClient`.
struct OwnMFAClient: MFAClient {
    let clientId = "own"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Auth0.Logger)?
    var dpop: DPoP?

    func getAuthenticators(
        mfaToken: String, factorsAllowed: [String]
    ) -> Request<[Authenticator], MfaListAuthenticatorsError> { Request(result: .failure(refusal())) }

    func enroll(mfaToken: String, phoneNumber: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> {
        Request(result: .failure(refusal()))
    }

    func enroll(mfaToken: String, email: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> {
        Request(result: .failure(refusal()))
    }

    func enroll(mfaToken: String) -> Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError> {
        Request(result: .failure(refusal()))
    }

    func enroll(mfaToken: String) -> Request<PushMFAEnrollmentChallenge, MfaEnrollmentError> {
        Request(result: .failure(refusal()))
    }

    func challenge(with authenticatorId: String, mfaToken: String) -> Request<MFAChallenge, MfaChallengeError> {
        Request(result: .failure(refusal()))
    }

    func verify(oobCode: String, bindingCode: String?, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        Request(result: .failure(refusal()))
    }

    func verify(otp: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        Request(result: .failure(refusal()))
    }

    func verify(recoveryCode: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        Request(result: .failure(refusal()))
    }
}

/// A double of `MyAccount`.
struct OwnAccount: MyAccount {
    static let apiVersion = "v1"

    let token = "own"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Auth0.Logger)?
    var dpop: DPoP?
    var authenticationMethods: any MyAccountAuthenticationMethods { OwnMethods() }
}

/// A client of the My Account API that has other calls.
struct OwnAccountClient: MyAccountClient {
    let token = "own"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Auth0.Logger)?
    var dpop: DPoP?
}

/// A double of `MyAccountAuthenticationMethods`.
struct OwnMethods: MyAccountAuthenticationMethods {
    let token = "own"
    let url = URL(filePath: "/")
    var telemetry = Telemetry()
    var logger: (any Auth0.Logger)?
    var dpop: DPoP?

    func getAuthenticationMethods(type: AuthenticationMethodType?) -> Request<[AuthenticationMethod], MyAccountError> {
        Request(result: .failure(refusal()))
    }

    func getAuthenticationMethod(by id: String) -> Request<AuthenticationMethod, MyAccountError> {
        Request(result: .failure(refusal()))
    }

    func updateAuthenticationMethod(
        by id: String, name: String?, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<AuthenticationMethod, MyAccountError> { Request(result: .failure(refusal())) }

    func deleteAuthenticationMethod(by id: String) -> Request<Void, MyAccountError> {
        Request(result: .failure(refusal()))
    }

    func getFactors() -> Request<[Factor], MyAccountError> { Request(result: .failure(refusal())) }

    func confirmPhoneEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> { Request(result: .failure(refusal())) }

    func confirmEmailEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> { Request(result: .failure(refusal())) }

    func confirmTOTPEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> { Request(result: .failure(refusal())) }

    func confirmPushNotificationEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError> { Request(result: .failure(refusal())) }

    func confirmRecoveryCodeEnrollment(id: String, authSession: String) -> Request<AuthenticationMethod, MyAccountError>
    { Request(result: .failure(refusal())) }

    func confirmPasswordEnrollment(
        id: String, authSession: String, newPassword: String
    ) -> Request<AuthenticationMethod, MyAccountError> { Request(result: .failure(refusal())) }

    func enrollPhone(
        phoneNumber: String, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<PhoneEnrollmentChallenge, MyAccountError> { Request(result: .failure(refusal())) }

    func enrollEmail(emailAddress: String) -> Request<EmailEnrollmentChallenge, MyAccountError> {
        Request(result: .failure(refusal()))
    }

    func enrollTOTP() -> Request<TOTPEnrollmentChallenge, MyAccountError> { Request(result: .failure(refusal())) }

    func enrollPushNotification() -> Request<PushEnrollmentChallenge, MyAccountError> {
        Request(result: .failure(refusal()))
    }

    func enrollRecoveryCode() -> Request<RecoveryCodeEnrollmentChallenge, MyAccountError> {
        Request(result: .failure(refusal()))
    }

    func enrollPassword(
        userIdentityId: String?, connection: String?
    ) -> Request<PasswordEnrollmentChallenge, MyAccountError> { Request(result: .failure(refusal())) }

    func passkeyEnrollmentChallenge(
        userIdentityId: String?, connection: String?
    ) -> Request<PasskeyEnrollmentChallenge, MyAccountError> { Request(result: .failure(refusal())) }

    func enroll(
        passkey: any NewPasskey, challenge: PasskeyEnrollmentChallenge
    ) -> Request<PasskeyAuthenticationMethod, MyAccountError> { Request(result: .failure(refusal())) }
}
