public import RequestPipeline

/// A client for a user's authentication methods, the part of the My Account API behind
/// ``MyAccount/authenticationMethods``.
///
/// A test double conforms to this protocol and implements the methods that the test calls, each with all of its
/// parameters, and returns `Request(result:)`. The methods that it leaves out fail with
/// ``ConfigurationError/Code/notImplemented`` and send nothing.
@preconcurrency
public protocol MyAccountAuthenticationMethods: MyAccountClient {
    /// Lists the user's authentication methods.
    ///
    /// - Parameter type: The type of the methods to list; `nil` lists all.
    /// - Returns: A request for the authentication methods, `GET /me/v1/authentication-methods`.
    func getAuthenticationMethods(type: AuthenticationMethodType?) -> Request<[AuthenticationMethod], MyAccountError>

    /// Fetches one of the user's authentication methods.
    ///
    /// - Parameter id: The ID of the authentication method.
    /// - Returns: A request for the authentication method, `GET /me/v1/authentication-methods/<id>`.
    func getAuthenticationMethod(by id: String) -> Request<AuthenticationMethod, MyAccountError>

    /// Changes one of the user's authentication methods.
    ///
    /// - Parameters:
    ///   - id: The ID of the authentication method.
    ///   - name: The name that the user knows the method by; `nil` leaves it unchanged.
    ///   - preferredAuthenticationMethod: The channel of codes, for phones only; `nil` leaves it unchanged.
    /// - Returns: A request for the changed method, `PATCH /me/v1/authentication-methods/<id>`.
    func updateAuthenticationMethod(
        by id: String, name: String?, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Deletes one of the user's authentication methods.
    ///
    /// - Parameter id: The ID of the authentication method.
    /// - Returns: A request without a value, `DELETE /me/v1/authentication-methods/<id>`.
    func deleteAuthenticationMethod(by id: String) -> Request<Void, MyAccountError>

    /// Lists the factors that the tenant has enabled.
    ///
    /// - Returns: A request for the factors, `GET /me/v1/factors`.
    func getFactors() -> Request<[Factor], MyAccountError>

    /// Confirms the enrollment of a phone.
    ///
    /// - Parameters:
    ///   - id: The ``PhoneEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``PhoneEnrollmentChallenge/authenticationSession`` of the enrollment.
    ///   - otpCode: The code that the user received and entered.
    /// - Returns: A request for the enrolled method, `POST /me/v1/authentication-methods/<id>/verify`.
    func confirmPhoneEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of an email address.
    ///
    /// - Parameters:
    ///   - id: The ``EmailEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``EmailEnrollmentChallenge/authenticationSession`` of the enrollment.
    ///   - otpCode: The code that the user received and entered.
    /// - Returns: A request for the enrolled method, `POST /me/v1/authentication-methods/<id>/verify`.
    func confirmEmailEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of an authenticator application.
    ///
    /// - Parameters:
    ///   - id: The ``TOTPEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``TOTPEnrollmentChallenge/authenticationSession`` of the enrollment.
    ///   - otpCode: The one-time code that the application shows.
    /// - Returns: A request for the enrolled method, `POST /me/v1/authentication-methods/<id>/verify`.
    func confirmTOTPEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of an application that asks for approval by push notification.
    ///
    /// - Parameters:
    ///   - id: The ``PushEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``PushEnrollmentChallenge/authenticationSession`` of the enrollment.
    /// - Returns: A request for the enrolled method, `POST /me/v1/authentication-methods/<id>/verify`.
    func confirmPushNotificationEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of a recovery code.
    ///
    /// - Parameters:
    ///   - id: The ``RecoveryCodeEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``RecoveryCodeEnrollmentChallenge/authenticationSession`` of the enrollment.
    /// - Returns: A request for the enrolled method, `POST /me/v1/authentication-methods/<id>/verify`.
    func confirmRecoveryCodeEnrollment(id: String, authSession: String) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of a new password.
    ///
    /// - Parameters:
    ///   - id: The ``PasswordEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``PasswordEnrollmentChallenge/authenticationSession`` of the enrollment.
    ///   - newPassword: The new password, which must meet the ``PasswordEnrollmentChallenge/policy`` of the enrollment.
    /// - Returns: A request for the enrolled method, `POST /me/v1/authentication-methods/<id>/verify`.
    func confirmPasswordEnrollment(
        id: String, authSession: String, newPassword: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Starts the enrollment of a phone and sends it a code.
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number, with its country code.
    ///   - preferredAuthenticationMethod: The channel of codes; `nil` uses the tenant's default.
    /// - Returns: A request for the enrollment, `POST /me/v1/authentication-methods`.
    func enrollPhone(
        phoneNumber: String, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<PhoneEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of an email address and sends it a code.
    ///
    /// - Parameter emailAddress: The email address.
    /// - Returns: A request for the enrollment, `POST /me/v1/authentication-methods`.
    func enrollEmail(emailAddress: String) -> Request<EmailEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of an authenticator application, which generates one-time codes.
    ///
    /// - Returns: A request for the QR code to show, `POST /me/v1/authentication-methods`.
    func enrollTOTP() -> Request<TOTPEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of an application that asks its user for approval by push notification.
    ///
    /// - Returns: A request for the QR code to show, `POST /me/v1/authentication-methods`.
    func enrollPushNotification() -> Request<PushEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of a recovery code, which replaces a second factor that the user has lost.
    ///
    /// - Returns: A request for the recovery code to show, `POST /me/v1/authentication-methods`.
    func enrollRecoveryCode() -> Request<RecoveryCodeEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of a new password.
    ///
    /// - Parameters:
    ///   - userIdentityId: The ID of the user identity, for users with linked accounts; `nil` leaves it out.
    ///   - connection: The name of the database connection; `nil` uses the tenant's default.
    /// - Returns: A request for the password policy, `POST /me/v1/authentication-methods`.
    func enrollPassword(
        userIdentityId: String?, connection: String?
    ) -> Request<PasswordEnrollmentChallenge, MyAccountError>

    /// Requests a challenge for adding a new passkey to the user's authentication methods.
    ///
    /// - Parameters:
    ///   - userIdentityId: The ID of the user identity, for users with linked accounts; `nil` leaves it out.
    ///   - connection: The name of the database connection; `nil` uses the tenant's default.
    /// - Returns: A request for the challenge, `POST /me/v1/authentication-methods`.
    func passkeyEnrollmentChallenge(
        userIdentityId: String?, connection: String?
    ) -> Request<PasskeyEnrollmentChallenge, MyAccountError>

    /// Adds a new passkey to the user's authentication methods.
    ///
    /// - Parameters:
    ///   - passkey: The new passkey of an authenticator.
    ///   - challenge: The challenge that the passkey was created for; the server accepts it once.
    /// - Returns: A request for the enrolled method, `POST /me/v1/authentication-methods/<id>/verify`.
    func enroll(
        passkey: any NewPasskey, challenge: PasskeyEnrollmentChallenge
    ) -> Request<PasskeyAuthenticationMethod, MyAccountError>
}

extension MyAccountAuthenticationMethods {
    /// The client that describes the requests: this client or, for a test double, a client that fails every request.
    ///
    /// - Parameter call: The call that a test double leaves out.
    /// - Returns: The client.
    func implementation(_ call: String = #function) -> Auth0MyAccountAuthenticationMethods {
        self as? Auth0MyAccountAuthenticationMethods ?? .init(account: .unimplemented(call, in: Self.self))
    }
}
