public import RequestPipeline

extension MFAClient {
    /// Sends a code or a question to the user, by one of their authenticators.
    ///
    /// - Parameters:
    ///   - authenticatorId: The ID of the authenticator.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the challenge; end it with ``verify(oobCode:bindingCode:mfaToken:)``.
    public func challenge(with authenticatorId: String, mfaToken: String) -> Request<MFAChallenge, MfaChallengeError> {
        implementation.request(.post, "mfa/challenge").fields([
            "client_id": implementation.clientId,
            "challenge_type": "oob",
            "authenticator_id": authenticatorId,
            "mfa_token": mfaToken,
        ])
    }

    /// Ends a login, or an enrolment, with a code that was sent or with the user's answer on their phone.
    ///
    /// - Parameters:
    ///   - oobCode: The code of the challenge.
    ///   - bindingCode: What the user typed; `nil` when they answer on their phone.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; it fails with ``MFAVerifyError/isAuthorizationPending`` while the user has
    ///   not answered, and may be started again.
    public func verify(
        oobCode: String, bindingCode: String?, mfaToken: String
    ) -> Request<Credentials, MFAVerifyError> {
        token.proving(oobCode: oobCode, bindingCode: bindingCode, mfaToken: mfaToken)
    }

    /// Ends a login, or an enrolment, with the one-time code of an authenticator application.
    ///
    /// - Parameters:
    ///   - otp: What the user typed.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials.
    public func verify(otp: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        token.proving(otp: otp, mfaToken: mfaToken)
    }

    /// Ends a login with the code the user kept for when everything else is lost.
    ///
    /// - Parameters:
    ///   - recoveryCode: The code; it is spent.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials, the next recovery code among them: show it to the user.
    public func verify(recoveryCode: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        token.proving(recoveryCode: recoveryCode, mfaToken: mfaToken)
    }

    private var token: Request<Credentials, MFAVerifyError> {
        implementation.request(.post, "oauth/token", role: .grant, decode: Decoders.readable(Credentials.self)).fields([
            "client_id": implementation.clientId
        ])
    }
}
