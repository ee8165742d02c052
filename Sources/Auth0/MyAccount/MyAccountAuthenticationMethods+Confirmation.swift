public import RequestPipeline

extension MyAccountAuthenticationMethods {
    /// Ends the enrolment of a phone.
    ///
    /// - Parameters:
    ///   - id: The ID of the challenge.
    ///   - authSession: The session of the challenge.
    ///   - otpCode: What the user typed.
    /// - Returns: A request for the method; needs the scope `create:me:authentication_methods`.
    public func confirmPhoneEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["otp_code": otpCode])
    }

    /// Ends the enrolment of an e-mail address.
    ///
    /// - Parameters:
    ///   - id: The ID of the challenge.
    ///   - authSession: The session of the challenge.
    ///   - otpCode: What the user typed.
    /// - Returns: A request for the method; needs the scope `create:me:authentication_methods`.
    public func confirmEmailEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["otp_code": otpCode])
    }

    /// Ends the enrolment of an authenticator application.
    ///
    /// - Parameters:
    ///   - id: The ID of the challenge.
    ///   - authSession: The session of the challenge.
    ///   - otpCode: The one-time code the application shows.
    /// - Returns: A request for the method; needs the scope `create:me:authentication_methods`.
    public func confirmTOTPEnrollment(
        id: String, authSession: String, otpCode: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["otp_code": otpCode])
    }

    /// Ends the enrolment of an application that asks by push notification.
    ///
    /// - Parameters:
    ///   - id: The ID of the challenge.
    ///   - authSession: The session of the challenge.
    /// - Returns: A request for the method; needs the scope `create:me:authentication_methods`.
    public func confirmPushNotificationEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession)
    }

    /// Ends the enrolment of a recovery code.
    ///
    /// - Parameters:
    ///   - id: The ID of the challenge.
    ///   - authSession: The session of the challenge.
    /// - Returns: A request for the method; needs the scope `create:me:authentication_methods`.
    public func confirmRecoveryCodeEnrollment(
        id: String, authSession: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession)
    }

    /// Sets a password.
    ///
    /// - Parameters:
    ///   - id: The ID of the challenge.
    ///   - authSession: The session of the challenge.
    ///   - newPassword: The password, as the challenge's policy wants it.
    /// - Returns: A request for the method; needs the scope `create:me:authentication_methods`.
    public func confirmPasswordEnrollment(
        id: String, authSession: String, newPassword: String
    ) -> Request<AuthenticationMethod, MyAccountError> {
        confirm(id, authSession).fields(["new_password": newPassword])
    }

    private func confirm(_ id: String, _ session: String) -> Request<AuthenticationMethod, MyAccountError> {
        implementation.account.request(.post, path(id) + "/verify").fields(["auth_session": session]).failing(
            pathSegmentProblem(id))
    }
}
