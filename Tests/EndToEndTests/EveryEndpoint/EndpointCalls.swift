import Auth0
import Foundation
import PasskeyAuthenticator

extension EndpointCall {
    /// Every call that becomes a request; `EndpointListTests` says when one is missing.
    static let all = logins + tokens + passwordless + passkeys + secondFactors + users + methods + enrollments

    private static let logins = [
        EndpointCall("login") {
            $0.authentication.login(usernameOrEmail: "u", password: "p", realmOrConnection: "r")
        },
        EndpointCall("loginDefaultDirectory") {
            $0.authentication.loginDefaultDirectory(withUsername: "u", password: "p")
        },
        EndpointCall("signup") { $0.authentication.signup(email: "e", password: "p", connection: "c") },
        EndpointCall("resetPassword") { $0.authentication.resetPassword(email: "e", connection: "c") },
        EndpointCall("login") { $0.authentication.login(appleAuthorizationCode: "c") },
        EndpointCall("login") { $0.authentication.login(facebookSessionAccessToken: "t", profile: [:]) },
    ]

    private static let tokens = [
        EndpointCall("deviceAuthorization") { $0.authentication.deviceAuthorization() },
        EndpointCall("userInfo") { $0.authentication.userInfo(withAccessToken: "nobody") },
        EndpointCall("codeExchange") {
            $0.authentication.codeExchange(withCode: "c", codeVerifier: "v", redirectURI: "r")
        },
        EndpointCall("renew") { $0.authentication.renew(withRefreshToken: "t") },
        EndpointCall("ssoExchange") { $0.authentication.ssoExchange(withRefreshToken: "t") },
        EndpointCall("revoke") { $0.authentication.revoke(refreshToken: "t") },
        EndpointCall("jwks") { $0.authentication.jwks() },
        EndpointCall("customTokenExchange") {
            $0.authentication.customTokenExchange(subjectToken: "t", subjectTokenType: "urn:t")
        },
    ]

    private static let passwordless = [
        EndpointCall("startPasswordless") { $0.authentication.startPasswordless(email: "e") },
        EndpointCall("startPasswordless") { $0.authentication.startPasswordless(phoneNumber: "+1") },
        EndpointCall("login") { $0.authentication.login(email: "e", code: "1") },
        EndpointCall("login") { $0.authentication.login(phoneNumber: "+1", code: "1") },
        EndpointCall("passwordlessChallenge") { $0.authentication.passwordlessChallenge(email: "e") },
        EndpointCall("passwordlessChallenge") { $0.authentication.passwordlessChallenge(phoneNumber: "+1") },
        EndpointCall("login") {
            $0.authentication.login(otp: "1", challenge: PasswordlessChallenge(authSession: "s"))
        },
    ]

    private static let passkeys = [
        EndpointCall("passkeyLoginChallenge") { $0.authentication.passkeyLoginChallenge() },
        EndpointCall("login") {
            $0.authentication.login(
                passkey: assertedPasskey,
                challenge: PasskeyLoginChallenge(
                    authenticationSession: "s", relyingPartyId: "example.com", challengeData: Data()))
        },
        EndpointCall("passkeySignupChallenge") { $0.authentication.passkeySignupChallenge(email: "e") },
        EndpointCall("login") {
            $0.authentication.login(
                passkey: newPasskey,
                challenge: PasskeySignupChallenge(authenticationSession: "s", options: creationOptions))
        },
        EndpointCall("passkeyEnrollmentChallenge") { $0.methods.passkeyEnrollmentChallenge() },
        EndpointCall("enroll") {
            $0.methods.enroll(
                passkey: newPasskey,
                challenge: PasskeyEnrollmentChallenge(
                    authenticationMethodId: "1", authenticationSession: "s", options: creationOptions))
        },
    ]

    static let assertedPasskey = AssertedPasskey(
        userID: Data(), credentialID: Data([1]), attachment: .platform, rawClientDataJSON: Data(),
        rawAuthenticatorData: Data(), signature: Data())
    private static let newPasskey = RegisteredPasskey(
        credentialID: Data([1]), attachment: .platform, rawClientDataJSON: Data(), rawAttestationObject: Data())
    private static let creationOptions = PasskeyCreationOptions(
        relyingPartyID: "example.com", userID: Data([1]), userName: "u", challenge: Data())

    private static let secondFactors = [
        EndpointCall("login") { $0.authentication.login(withOTP: "1", mfaToken: "nobody") },
        EndpointCall("login") { $0.authentication.login(withOOBCode: "1", mfaToken: "nobody") },
        EndpointCall("login") { $0.authentication.login(withRecoveryCode: "1", mfaToken: "nobody") },
        EndpointCall("multifactorChallenge") { $0.authentication.multifactorChallenge(mfaToken: "nobody") },
        EndpointCall("getAuthenticators") { $0.mfa.getAuthenticators(mfaToken: "nobody", factorsAllowed: ["otp"]) },
        EndpointCall("enroll") { $0.mfa.enroll(mfaToken: "nobody", phoneNumber: "+1") },
        EndpointCall("enroll") { $0.mfa.enroll(mfaToken: "nobody", email: "e") },
        EndpointCall("enroll") { place -> Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError> in
            place.mfa.enroll(mfaToken: "nobody")
        },
        EndpointCall("enroll") { place -> Request<PushMFAEnrollmentChallenge, MfaEnrollmentError> in
            place.mfa.enroll(mfaToken: "nobody")
        },
        EndpointCall("challenge") { $0.mfa.challenge(with: "1", mfaToken: "nobody") },
        EndpointCall("verify") { $0.mfa.verify(oobCode: "1", bindingCode: nil, mfaToken: "nobody") },
        EndpointCall("verify") { $0.mfa.verify(otp: "1", mfaToken: "nobody") },
        EndpointCall("verify") { $0.mfa.verify(recoveryCode: "1", mfaToken: "nobody") },
    ]

    private static let users = [
        EndpointCall("get") { $0.users.get("1") },
        EndpointCall("patch") { $0.users.patch("1", userMetadata: [:]) },
        EndpointCall("patch") { $0.users.patch("1", attributes: UserPatchAttributes()) },
        EndpointCall("link") { $0.users.link("1", withOtherUserToken: "t") },
        EndpointCall("link") { $0.users.link("1", withUser: "2", provider: "p") },
        EndpointCall("unlink") { $0.users.unlink(identityId: "2", provider: "p", fromUserId: "1") },
    ]

    private static let methods = [
        EndpointCall("getAuthenticationMethods") { $0.methods.getAuthenticationMethods() },
        EndpointCall("getAuthenticationMethod") { $0.methods.getAuthenticationMethod(by: "1") },
        EndpointCall("updateAuthenticationMethod") { $0.methods.updateAuthenticationMethod(by: "1", name: "n") },
        EndpointCall("deleteAuthenticationMethod") { $0.methods.deleteAuthenticationMethod(by: "1") },
        EndpointCall("getFactors") { $0.methods.getFactors() },
    ]

    private static let enrollments = [
        EndpointCall("enrollPhone") { $0.methods.enrollPhone(phoneNumber: "+1") },
        EndpointCall("enrollEmail") { $0.methods.enrollEmail(emailAddress: "e") },
        EndpointCall("enrollTOTP") { $0.methods.enrollTOTP() },
        EndpointCall("enrollPushNotification") { $0.methods.enrollPushNotification() },
        EndpointCall("enrollRecoveryCode") { $0.methods.enrollRecoveryCode() },
        EndpointCall("enrollPassword") { $0.methods.enrollPassword() },
        EndpointCall("confirmPhoneEnrollment") {
            $0.methods.confirmPhoneEnrollment(id: "1", authSession: "s", otpCode: "1")
        },
        EndpointCall("confirmEmailEnrollment") {
            $0.methods.confirmEmailEnrollment(id: "1", authSession: "s", otpCode: "1")
        },
        EndpointCall("confirmTOTPEnrollment") {
            $0.methods.confirmTOTPEnrollment(id: "1", authSession: "s", otpCode: "1")
        },
        EndpointCall("confirmPushNotificationEnrollment") {
            $0.methods.confirmPushNotificationEnrollment(id: "1", authSession: "s")
        },
        EndpointCall("confirmRecoveryCodeEnrollment") {
            $0.methods.confirmRecoveryCodeEnrollment(id: "1", authSession: "s")
        },
        EndpointCall("confirmPasswordEnrollment") {
            $0.methods.confirmPasswordEnrollment(id: "1", authSession: "s", newPassword: "p")
        },
    ]
}
