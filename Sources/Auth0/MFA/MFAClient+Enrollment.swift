import ByteEncodings
public import RequestPipeline

extension MFAClient {
    /// Enrolls a phone as a second factor and sends it a code by text message.
    ///
    /// Calls `POST /mfa/associate`. The request fails with ``MfaEnrollmentError/isAccessDenied`` when the user must
    /// first prove a factor that is already enrolled.
    ///
    /// <!-- swift: let mfa = Auth0.mfa()
    /// let mfaToken = try await secondFactorToken(of: "enroll@example.com") -->
    ///
    /// ```swift
    /// let challenge = try await mfa
    ///     .enroll(mfaToken: mfaToken, phoneNumber: "+15550100600")
    ///     .start()
    /// print(challenge.oobCode.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - phoneNumber: The phone number, with its country code.
    /// - Returns: A request for the enrollment; complete it with ``verify(oobCode:bindingCode:mfaToken:)``.
    public func enroll(mfaToken: String, phoneNumber: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> {
        associate(mfaToken, by: "sms").fields(["phone_number": phoneNumber])
    }

    /// Enrolls an email address as a second factor and sends it a code.
    ///
    /// Calls `POST /mfa/associate`. The request fails with ``MfaEnrollmentError/isAccessDenied`` when the user must
    /// first prove a factor that is already enrolled.
    ///
    /// <!-- swift: let mfa = Auth0.mfa()
    /// let mfaToken = try await secondFactorToken(of: "enroll@example.com") -->
    ///
    /// ```swift
    /// let challenge = try await mfa
    ///     .enroll(mfaToken: mfaToken, email: "enroll@example.com")
    ///     .start()
    /// print(challenge.oobCode.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - email: The email address.
    /// - Returns: A request for the enrollment; complete it with ``verify(oobCode:bindingCode:mfaToken:)``.
    public func enroll(mfaToken: String, email: String) -> Request<MFAEnrollmentChallenge, MfaEnrollmentError> {
        associate(mfaToken, by: "email").fields(["email": email])
    }

    /// Enrolls an authenticator application, which generates one-time codes, as a second factor.
    ///
    /// Calls `POST /mfa/associate`. The request fails with ``MfaEnrollmentError/isAccessDenied`` when the user must
    /// first prove a factor that is already enrolled.
    ///
    /// <!-- swift: let mfa = Auth0.mfa()
    /// let mfaToken = try await secondFactorToken(of: "enroll@example.com") -->
    ///
    /// ```swift
    /// let app: OTPMFAEnrollmentChallenge = try await mfa.enroll(mfaToken: mfaToken).start()
    /// print(app.barcodeUri.hasPrefix("otpauth://totp/"))
    /// // prints true
    /// ```
    ///
    /// - Parameter mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the shared secret to show to the user; complete the enrollment with
    ///   ``verify(otp:mfaToken:)``.
    public func enroll(mfaToken: String) -> Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError> {
        implementation().request(.post, "mfa/associate").fields(["authenticator_types": list("otp")])
            .authorized(byMFAToken: mfaToken)
    }

    /// Enrolls an application that asks its user for approval by push notification as a second factor.
    ///
    /// Calls `POST /mfa/associate`. The request fails with ``MfaEnrollmentError/isAccessDenied`` when the user must
    /// first prove a factor that is already enrolled.
    ///
    /// <!-- swift: let mfa = Auth0.mfa()
    /// let mfaToken = try await secondFactorToken(of: "enroll@example.com") -->
    ///
    /// ```swift
    /// let app: PushMFAEnrollmentChallenge = try await mfa.enroll(mfaToken: mfaToken).start()
    /// print(app.barcodeUri.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Parameter mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the QR code to show to the user; complete the enrollment with
    ///   ``verify(oobCode:bindingCode:mfaToken:)``.
    public func enroll(mfaToken: String) -> Request<PushMFAEnrollmentChallenge, MfaEnrollmentError> {
        associate(mfaToken, by: "auth0")
    }

    /// Describes the request that enrolls an out-of-band authenticator over a channel.
    private func associate<Value: Decodable & Sendable>(
        _ mfaToken: String, by channel: String, call: String = #function
    ) -> Request<Value, MfaEnrollmentError> {
        implementation(call).request(.post, "mfa/associate")
            .fields(["authenticator_types": list("oob"), "oob_channels": list(channel)])
            .authorized(byMFAToken: mfaToken)
    }

    private func list(_ text: String) -> JSONValue { .array([.string(text)]) }
}
