public import RequestPipeline

/// The part of the My Account API about how a user logs in.
///
/// It is what ``MyAccount/authenticationMethods`` is.
///
/// A double for tests conforms and implements the calls that it stands for, each with all of its parameters and with
/// `Request(result:)` for an answer; the other calls fail with ``ConfigurationError/Code/notImplemented``, without traffic.
public protocol MyAccountAuthenticationMethods: MyAccountClient {
    /// Lists the user's authentication methods.
    func getAuthenticationMethods(type: AuthenticationMethodType?) -> Request<[AuthenticationMethod], MyAccountError>

    /// Reads one of the user's authentication methods.
    func getAuthenticationMethod(by id: String) -> Request<AuthenticationMethod, MyAccountError>

    /// Changes one of the user's authentication methods; what is `nil` stays as it is.
    func updateAuthenticationMethod(
        by id: String, name: String?, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Removes one of the user's authentication methods.
    func deleteAuthenticationMethod(by id: String) -> Request<Void, MyAccountError>

    /// Lists the factors that the tenant offers.
    func getFactors() -> Request<[Factor], MyAccountError>

    /// Ends the enrolment of a phone.
    func confirmPhoneEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Ends the enrolment of an e-mail address.
    func confirmEmailEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Ends the enrolment of an authenticator application.
    func confirmTOTPEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Ends the enrolment of an application that asks by push notification.
    func confirmPushNotificationEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Ends the enrolment of a recovery code.
    func confirmRecoveryCodeEnrollment(id: String, authSession: String) -> Request<AuthenticationMethod, MyAccountError>

    /// Sets a password.
    func confirmPasswordEnrollment(
        id: String, authSession: String, newPassword: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Begins to enrol a phone, which receives a code.
    func enrollPhone(
        phoneNumber: String, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<PhoneEnrollmentChallenge, MyAccountError>

    /// Begins to enrol an e-mail address, which receives a code.
    func enrollEmail(emailAddress: String) -> Request<EmailEnrollmentChallenge, MyAccountError>

    /// Begins to enrol an authenticator application, which makes one-time codes.
    func enrollTOTP() -> Request<TOTPEnrollmentChallenge, MyAccountError>

    /// Begins to enrol an application that asks by push notification.
    func enrollPushNotification() -> Request<PushEnrollmentChallenge, MyAccountError>

    /// Begins to enrol a code for when everything else is lost.
    func enrollRecoveryCode() -> Request<RecoveryCodeEnrollmentChallenge, MyAccountError>

    /// Begins to set a password.
    func enrollPassword(
        userIdentityId: String?, connection: String?
    ) -> Request<PasswordEnrollmentChallenge, MyAccountError>

    /// Asks for a challenge that a new passkey is made for, to add it to the user's authentication methods.
    func passkeyEnrollmentChallenge(
        userIdentityId: String?, connection: String?
    ) -> Request<PasskeyEnrollmentChallenge, MyAccountError>

    /// Adds a new passkey to the user's authentication methods.
    func enroll(
        passkey: any NewPasskey, challenge: PasskeyEnrollmentChallenge
    ) -> Request<PasskeyAuthenticationMethod, MyAccountError>
}

extension MyAccountAuthenticationMethods {
    /// What describes the requests: the client itself or, for a double, one whose requests all fail.
    var implementation: Auth0MyAccountAuthenticationMethods {
        self as? Auth0MyAccountAuthenticationMethods ?? .init(account: .unimplemented)
    }
}
