public import RequestPipeline

/// The second factor by the calls of the Authentication client. ``MFAClient`` does the same and more: it enrols as well.
extension Authentication {
    /// Ends a login with the one-time code of an authenticator application.
    ///
    /// - Parameters:
    ///   - otp: What the user typed.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials.
    public func login(withOTP otp: String, mfaToken: String) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).proving(otp: otp, mfaToken: mfaToken)
    }

    /// Ends a login with a code that was sent, or with the user's answer on their phone.
    ///
    /// - Parameters:
    ///   - oobCode: The code of the challenge.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - bindingCode: What the user typed; `nil` when they answer on their phone.
    /// - Returns: A request for credentials; it fails with `authorization_pending` while the user has not answered.
    public func login(
        withOOBCode oobCode: String, mfaToken: String, bindingCode: String?
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).proving(
            oobCode: oobCode, bindingCode: bindingCode, mfaToken: mfaToken)
    }

    /// The same with the usual values of what is left out.
    public func login(
        withOOBCode oobCode: String, mfaToken: String, bindingCode: String? = nil, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(withOOBCode: oobCode, mfaToken: mfaToken, bindingCode: bindingCode)
    }

    /// Ends a login with the code the user kept for when everything else is lost.
    ///
    /// - Parameters:
    ///   - recoveryCode: The code; it is spent.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials, the next recovery code among them: show it to the user.
    public func login(
        withRecoveryCode recoveryCode: String, mfaToken: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant).proving(recoveryCode: recoveryCode, mfaToken: mfaToken)
    }

    /// Sends a code or a question to the user of a login.
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - types: The kinds of challenge the program can handle, of `otp` and `oob`; `nil` accepts all.
    ///   - authenticatorId: The authenticator to use; `nil` uses the first that fits.
    /// - Returns: A request for the challenge.
    public func multifactorChallenge(
        mfaToken: String, types: [String]?, authenticatorId: String?
    ) -> Request<Challenge, AuthenticationError> {
        implementation.request(.post, "mfa/challenge").fields([
            "mfa_token": mfaToken,
            "challenge_type": types?.joined(separator: " "),
            "authenticator_id": authenticatorId,
        ])
    }

    /// The same with the usual values of what is left out.
    public func multifactorChallenge(
        mfaToken: String, types: [String]? = nil, authenticatorId: String? = nil, _: Void = ()
    ) -> Request<Challenge, AuthenticationError> {
        multifactorChallenge(mfaToken: mfaToken, types: types, authenticatorId: authenticatorId)
    }
}
