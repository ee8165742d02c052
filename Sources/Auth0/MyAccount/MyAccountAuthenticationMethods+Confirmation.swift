public import RequestPipeline

extension MyAccountAuthenticationMethods {
    /// Confirms the enrollment of a phone.
    ///
    /// Calls `POST /me/v1/authentication-methods/<id>/verify`.
    ///
    /// <!-- swift: let credentials = try await loggedIn(
    /// audience: Auth0.authentication().myAccountAudience,
    /// scope: "openid read:me:authentication_methods create:me:authentication_methods read:me:factors "
    /// + "update:me:authentication_methods delete:me:authentication_methods")
    /// let methods = Auth0.myAccount(token: credentials.accessToken).authenticationMethods
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
    public func confirmPhoneEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["otp_code": otpCode])
    }

    /// Confirms the enrollment of an email address.
    ///
    /// Calls `POST /me/v1/authentication-methods/<id>/verify`.
    ///
    /// <!-- swift: let credentials = try await loggedIn(
    /// audience: Auth0.authentication().myAccountAudience,
    /// scope: "openid read:me:authentication_methods create:me:authentication_methods read:me:factors "
    /// + "update:me:authentication_methods delete:me:authentication_methods")
    /// let methods = Auth0.myAccount(token: credentials.accessToken).authenticationMethods
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
    /// - Parameters:
    ///   - id: The ``EmailEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``EmailEnrollmentChallenge/authenticationSession`` of the enrollment.
    ///   - otpCode: The code that the user received and entered.
    /// - Returns: A request for the enrolled method; it needs the scope `create:me:authentication_methods`.
    public func confirmEmailEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["otp_code": otpCode])
    }

    /// Confirms the enrollment of an authenticator application.
    ///
    /// Calls `POST /me/v1/authentication-methods/<id>/verify`.
    ///
    /// <!-- swift: let credentials = try await loggedIn(
    /// audience: Auth0.authentication().myAccountAudience,
    /// scope: "openid read:me:authentication_methods create:me:authentication_methods read:me:factors "
    /// + "update:me:authentication_methods delete:me:authentication_methods")
    /// let methods = Auth0.myAccount(token: credentials.accessToken).authenticationMethods -->
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
    /// - Parameters:
    ///   - id: The ``TOTPEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``TOTPEnrollmentChallenge/authenticationSession`` of the enrollment.
    ///   - otpCode: The one-time code that the application shows.
    /// - Returns: A request for the enrolled method; it needs the scope `create:me:authentication_methods`.
    public func confirmTOTPEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["otp_code": otpCode])
    }

    /// Confirms the enrollment of an application that asks for approval by push notification.
    ///
    /// Calls `POST /me/v1/authentication-methods/<id>/verify`.
    ///
    /// - Parameters:
    ///   - id: The ``PushEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``PushEnrollmentChallenge/authenticationSession`` of the enrollment.
    /// - Returns: A request for the enrolled method; it needs the scope `create:me:authentication_methods`.
    public func confirmPushNotificationEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession)
    }

    /// Confirms the enrollment of a recovery code.
    ///
    /// Calls `POST /me/v1/authentication-methods/<id>/verify`.
    ///
    /// <!-- swift: let credentials = try await loggedIn(
    /// audience: Auth0.authentication().myAccountAudience,
    /// scope: "openid read:me:authentication_methods create:me:authentication_methods read:me:factors "
    /// + "update:me:authentication_methods delete:me:authentication_methods")
    /// let methods = Auth0.myAccount(token: credentials.accessToken).authenticationMethods -->
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
    /// - Parameters:
    ///   - id: The ``RecoveryCodeEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``RecoveryCodeEnrollmentChallenge/authenticationSession`` of the enrollment.
    /// - Returns: A request for the enrolled method; it needs the scope `create:me:authentication_methods`.
    public func confirmRecoveryCodeEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession)
    }

    /// Confirms the enrollment of a new password.
    ///
    /// Calls `POST /me/v1/authentication-methods/<id>/verify`.
    ///
    /// - Parameters:
    ///   - id: The ``PasswordEnrollmentChallenge/authenticationId`` of the enrollment.
    ///   - authSession: The ``PasswordEnrollmentChallenge/authenticationSession`` of the enrollment.
    ///   - newPassword: The new password, which must meet the ``PasswordEnrollmentChallenge/policy`` of the enrollment.
    /// - Returns: A request for the enrolled method; it needs the scope `create:me:authentication_methods`.
    public func confirmPasswordEnrollment(
        id: String, authSession: String, newPassword: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["new_password": newPassword])
    }

    /// Describes the request that confirms an enrollment.
    private func confirm(
        _ id: String, _ session: String, call: String = #function
    ) -> Request<AuthenticationMethod, MyAccountError> {
        implementation(call).account.request(.post, path(id) + "/verify").fields(["auth_session": session]).failing(
            pathSegmentProblem(id))
    }
}
