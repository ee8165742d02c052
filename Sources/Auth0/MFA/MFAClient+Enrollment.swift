import ByteEncodings
public import RequestPipeline

extension MFAClient {
    /// Enrols a phone, which receives a code at once.
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - phoneNumber: The number, with its country code.
    /// - Returns: A request for the challenge; end it with ``verify(oobCode:bindingCode:mfaToken:)``.
    public func enroll(mfaToken: String, phoneNumber: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> {
        associate(mfaToken, by: "sms").fields(["phone_number": phoneNumber])
    }

    /// Enrols an e-mail address, which receives a code at once.
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - email: The address.
    /// - Returns: A request for the challenge; end it with ``verify(oobCode:bindingCode:mfaToken:)``.
    public func enroll(mfaToken: String, email: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> {
        associate(mfaToken, by: "email").fields(["email": email])
    }

    /// Enrols an authenticator application, which makes one-time codes.
    ///
    /// - Parameter mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the secret to show; end it with ``verify(otp:mfaToken:)``.
    public func enroll(mfaToken: String) -> Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError> {
        implementation.request(.post, "mfa/associate").fields(["authenticator_types": list("otp")])
            .authorized(byMFAToken: mfaToken)
    }

    /// Enrols an application that asks its user by push notification.
    ///
    /// - Parameter mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the code to show; end it with ``verify(oobCode:bindingCode:mfaToken:)``.
    public func enroll(mfaToken: String) -> Request<PushMFAEnrollmentChallenge, MfaEnrollmentError> {
        associate(mfaToken, by: "auth0")
    }

    /// Enrols something that is reached by another way than the login's own.
    private func associate<Value: Decodable & Sendable>(
        _ mfaToken: String, by channel: String
    ) -> Request<Value, MfaEnrollmentError> {
        implementation.request(.post, "mfa/associate")
            .fields(["authenticator_types": list("oob"), "oob_channels": list(channel)])
            .authorized(byMFAToken: mfaToken)
    }

    private func list(_ text: String) -> JSONValue { .array([.string(text)]) }
}
