public import RequestPipeline

/// A client for a user's authentication methods, the part of the My Account API behind
/// ``MyAccount/authenticationMethods``. An ID that is empty or contains a line break makes a request fail without being
/// sent.
///
/// A test double conforms to this protocol as to ``Authentication``.
@preconcurrency
public protocol MyAccountAuthenticationMethods: MyAccountClient {
    /// Lists the user's authentication methods, as
    /// the overload with default arguments, whose parameters are the same.
    func getAuthenticationMethods(type: AuthenticationMethodType?) -> Request<[AuthenticationMethod], MyAccountError>

    /// Fetches one of the user's authentication methods, with `GET /me/v1/authentication-methods/<id>`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create", "read")
    /// let phone = try await methods.enrolledPhone("+15550100702") -->
    ///
    /// ```swift
    /// let method = try await methods.getAuthenticationMethod(by: phone.id).start()
    /// print(method.type ?? "")
    /// // prints phone
    /// ```
    ///
    /// - Parameter id: The ID of the authentication method.
    /// - Returns: A request for the authentication method; it needs the scope `read:me:authentication_methods`.
    func getAuthenticationMethod(by id: String) -> Request<AuthenticationMethod, MyAccountError>

    /// Changes one of the user's authentication methods, as
    /// the overload with default arguments, whose parameters are the same.
    func updateAuthenticationMethod(
        by id: String, name: String?, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Deletes one of the user's authentication methods, with `DELETE /me/v1/authentication-methods/<id>`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create", "read", "delete")
    /// let phone = try await methods.enrolledPhone("+15550100704") -->
    ///
    /// ```swift
    /// try await methods.deleteAuthenticationMethod(by: phone.id).start()
    /// let phones = try await methods.getAuthenticationMethods(type: .phone).start()
    /// print(phones.contains { $0.id == phone.id })
    /// // prints false
    /// ```
    ///
    /// - Parameter id: The ID of the authentication method.
    /// - Returns: A request without a value; it needs the scope `delete:me:authentication_methods`.
    func deleteAuthenticationMethod(by id: String) -> Request<Void, MyAccountError>

    /// Lists the factors that the tenant has enabled, with `GET /me/v1/factors`.
    ///
    /// <!-- swift: let credentials = try await loggedIn(
    /// audience: Auth0.authentication().myAccountAudience, scope: "openid read:me:factors")
    /// let methods = Auth0.myAccount(token: credentials.accessToken).authenticationMethods -->
    ///
    /// ```swift
    /// let factors = try await methods.getFactors().start()
    /// print(factors.contains { $0.type == "phone" })
    /// // prints true
    /// ```
    ///
    /// - Returns: A request for the factors; it needs the scope `read:me:factors`.
    func getFactors() -> Request<[Factor], MyAccountError>

    /// Confirms the enrollment of a phone, with `POST /me/v1/authentication-methods/<id>/verify`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create")
    /// let challenge = try await methods.enrollPhone(phoneNumber: "+15550100706").start()
    /// let code = exampleTenant.latestCode(to: "+15550100706") ?? "" -->
    ///
    /// ```swift
    /// let phone = try await methods.confirmPhoneEnrollment(
    ///     id: challenge.authenticationId, authSession: challenge.authenticationSession, otpCode: code
    /// ).start()
    /// print(phone.type ?? "")
    /// // prints phone
    /// ```
    ///
    /// - Parameters:
    ///   - id: The ``PhoneEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``PhoneEnrollmentChallenge/authenticationSession`` of the enrollment.
    ///   - otpCode: The code that the user received and entered.
    /// - Returns: A request for the enrolled method; it needs the scope `create:me:authentication_methods`.
    func confirmPhoneEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of an email address, with the values of its ``EmailEnrollmentChallenge``.
    ///
    /// <!-- swift: let methods = try await accountMethods("create")
    /// let challenge = try await methods.enrollEmail(emailAddress: "john@example.net").start()
    /// let code = exampleTenant.latestCode(to: "john@example.net") ?? "" -->
    ///
    /// ```swift
    /// let email = try await methods.confirmEmailEnrollment(
    ///     id: challenge.authenticationId, authSession: challenge.authenticationSession, otpCode: code
    /// ).start()
    /// print(email.type ?? "")
    /// // prints email
    /// ```
    ///
    /// See ``confirmPhoneEnrollment(id:authSession:otpCode:)``, whose parameters are the same.
    func confirmEmailEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of an authenticator application, with the values of its ``TOTPEnrollmentChallenge`` and
    /// the one-time code that the application shows.
    ///
    /// <!-- swift: let methods = try await accountMethods("create") -->
    ///
    /// ```swift
    /// let challenge = try await methods.enrollTOTP().start()
    /// do {
    ///     _ = try await methods.confirmTOTPEnrollment(
    ///         id: challenge.authenticationId, authSession: challenge.authenticationSession, otpCode: "000000"
    ///     ).start()
    /// } catch let error as MyAccountError {
    ///     print("Enter the code again", error.statusCode)
    /// }
    /// // prints Enter the code again 400
    /// ```
    ///
    /// See ``confirmPhoneEnrollment(id:authSession:otpCode:)``, whose parameters are the same.
    func confirmTOTPEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of an application that asks for approval by push notification, with the values of its
    /// ``PushEnrollmentChallenge``.
    ///
    /// See ``confirmPhoneEnrollment(id:authSession:otpCode:)``, whose parameters are the same.
    func confirmPushNotificationEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of a recovery code, with the values of its ``RecoveryCodeEnrollmentChallenge``.
    ///
    /// <!-- swift: let methods = try await accountMethods("create") -->
    ///
    /// ```swift
    /// let challenge = try await methods.enrollRecoveryCode().start()
    /// let code = try await methods.confirmRecoveryCodeEnrollment(
    ///     id: challenge.authenticationId, authSession: challenge.authenticationSession
    /// ).start()
    /// print(code.type ?? "")
    /// // prints recovery-code
    /// ```
    ///
    /// See ``confirmPhoneEnrollment(id:authSession:otpCode:)``, whose parameters are the same.
    func confirmRecoveryCodeEnrollment(id: String, authSession: String) -> Request<AuthenticationMethod, MyAccountError>

    /// Confirms the enrollment of a new password, with `POST /me/v1/authentication-methods/<id>/verify`.
    ///
    /// - Parameters:
    ///   - id: The ``PasswordEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``PasswordEnrollmentChallenge/authenticationSession`` of the enrollment.
    ///   - newPassword: The new password, which must meet the ``PasswordEnrollmentChallenge/policy`` of the enrollment.
    /// - Returns: A request for the enrolled method; it needs the scope `create:me:authentication_methods`.
    func confirmPasswordEnrollment(
        id: String, authSession: String, newPassword: String
    ) -> Request<AuthenticationMethod, MyAccountError>

    /// Starts the enrollment of a phone and sends it a code, as
    /// the overload with default arguments, whose parameters are the same.
    func enrollPhone(
        phoneNumber: String, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<PhoneEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of an email address and sends it a code, with `POST /me/v1/authentication-methods`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create") -->
    ///
    /// ```swift
    /// let challenge = try await methods.enrollEmail(emailAddress: "john@example.org").start()
    /// print(challenge.authenticationSession.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameter emailAddress: The email address.
    /// - Returns: A request for the enrollment, to complete with ``confirmEmailEnrollment(id:authSession:otpCode:)``;
    ///   it needs the scope `create:me:authentication_methods`.
    func enrollEmail(emailAddress: String) -> Request<EmailEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of an authenticator application, which generates one-time codes, with
    /// `POST /me/v1/authentication-methods`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create") -->
    ///
    /// ```swift
    /// let challenge = try await methods.enrollTOTP().start()
    /// print(challenge.authenticatorQRCodeURI.hasPrefix("otpauth://totp/"))
    /// // prints true
    /// ```
    ///
    /// - Returns: A request for the QR code to show, to complete with
    ///   ``confirmTOTPEnrollment(id:authSession:otpCode:)``; it needs the scope `create:me:authentication_methods`.
    func enrollTOTP() -> Request<TOTPEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of an application that asks its user for approval by push notification, with
    /// `POST /me/v1/authentication-methods`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create") -->
    ///
    /// ```swift
    /// let challenge = try await methods.enrollPushNotification().start()
    /// print(challenge.authenticatorQRCodeURI.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Returns: A request for the QR code to show, to complete with
    ///   ``confirmPushNotificationEnrollment(id:authSession:)``; it needs the scope `create:me:authentication_methods`.
    func enrollPushNotification() -> Request<PushEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of a recovery code, which replaces a second factor that the user has lost, with
    /// `POST /me/v1/authentication-methods`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create") -->
    ///
    /// ```swift
    /// let challenge = try await methods.enrollRecoveryCode().start()
    /// print(challenge.recoveryCode.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Returns: A request for the recovery code to show, to complete with
    ///   ``confirmRecoveryCodeEnrollment(id:authSession:)``; it needs the scope `create:me:authentication_methods`.
    func enrollRecoveryCode() -> Request<RecoveryCodeEnrollmentChallenge, MyAccountError>

    /// Starts the enrollment of a new password, as
    /// the overload with default arguments, whose parameters are the same.
    func enrollPassword(
        userIdentityId: String?, connection: String?
    ) -> Request<PasswordEnrollmentChallenge, MyAccountError>

    /// Requests a challenge for adding a new passkey to the user's authentication methods, as
    /// the overload with default arguments, whose parameters are the same.
    func passkeyEnrollmentChallenge(
        userIdentityId: String?, connection: String?
    ) -> Request<PasskeyEnrollmentChallenge, MyAccountError>

    /// Adds a new passkey to the user's authentication methods.
    ///
    /// Calls `POST /me/v1/authentication-methods/<id>/verify`. An incomplete `passkey` makes the request fail with a
    /// ``PasskeyAuthenticator/PasskeyError`` as its cause before anything is sent.
    ///
    /// <!-- swift: let methods = try await accountMethods("create")
    /// let authenticator = softwareAuthenticator() -->
    ///
    /// ```swift
    /// let challenge = try await methods.passkeyEnrollmentChallenge().start()
    /// let passkey = try await authenticator.makeCredential(for: challenge)
    /// let method = try await methods.enroll(passkey: passkey, challenge: challenge).start()
    /// print(method.type)
    /// // prints passkey
    /// ```
    ///
    /// - Parameters:
    ///   - passkey: The new passkey of an authenticator.
    ///   - challenge: The challenge that the passkey was created for; the server accepts it once.
    /// - Returns: A request for the enrolled method; it needs the scope `create:me:authentication_methods`.
    func enroll(
        passkey: any NewPasskey, challenge: PasskeyEnrollmentChallenge
    ) -> Request<PasskeyAuthenticationMethod, MyAccountError>
}

extension MyAccountAuthenticationMethods {
    /// Returns this client or, for a test double that leaves out the call, a client that fails every request.
    func implementation(_ call: String = #function) -> Auth0MyAccount {
        self as? Auth0MyAccount ?? Auth0MyAccount(address: .notImplemented(call, in: Self.self), token: "unused")
    }
}
