public import RequestPipeline

extension MFAClient {
    /// Sends a code or an approval prompt to the user over one of the user's authenticators.
    ///
    /// Calls `POST /mfa/challenge`. The request fails with an ``MfaChallengeError``.
    ///
    /// <!-- swift: let mfa = Auth0.mfa()
    /// let mfaToken = try await secondFactorToken() -->
    ///
    /// ```swift
    /// let phones = try await mfa.getAuthenticators(mfaToken: mfaToken, factorsAllowed: ["phone"]).start()
    /// let challenge = try await mfa.challenge(with: phones[0].id, mfaToken: mfaToken).start()
    /// print(challenge.bindingMethod ?? "approve on the phone")
    /// // prints prompt
    /// ```
    ///
    /// - Parameters:
    ///   - authenticatorId: The ID of the authenticator, of ``getAuthenticators(mfaToken:factorsAllowed:)``.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for the challenge; complete it with ``verify(oobCode:bindingCode:mfaToken:)``.
    public func challenge(with authenticatorId: String, mfaToken: String) -> Request<MFAChallenge, MfaChallengeError> {
        implementation().post(
            "mfa/challenge", authenticates: true, decode: Decoders.decodable(MFAChallenge.self)
        ).fields([
            "client_id": implementation().clientId,
            "challenge_type": "oob",
            "authenticator_id": authenticatorId,
            "mfa_token": mfaToken,
        ])
    }

    /// Completes a login or an enrollment with a code sent to the user, or with the user's approval on a phone.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-oob`. The request fails
    /// with ``MFAVerifyError/isMultifactorCodeInvalid`` when the code is wrong or the user denied the approval.
    ///
    /// <!-- swift: let mfa = Auth0.mfa()
    /// let mfaToken = try await secondFactorToken()
    /// let challenge = try await mfa.challenge(with: "sms|dev_0000000000000002", mfaToken: mfaToken).start()
    /// let code = exampleTenant.latestCode(to: "+15550100500") -->
    ///
    /// ```swift
    /// let credentials = try await mfa
    ///     .verify(oobCode: challenge.oobCode, bindingCode: code, mfaToken: mfaToken)
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - oobCode: The `oobCode` of the challenge or of the enrollment.
    ///   - bindingCode: The code that the user entered; `nil` when the user approves on a phone.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; it fails with ``MFAVerifyError/isAuthorizationPending`` while the user has
    ///   not approved, and can be started again after a few seconds.
    public func verify(
        oobCode: String, bindingCode: String?, mfaToken: String
    ) -> Request<Credentials, MFAVerifyError> {
        token().proving(oobCode: oobCode, bindingCode: bindingCode, mfaToken: mfaToken)
    }

    /// Completes a login or an enrollment with the one-time code of an authenticator application.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-otp`. The request fails
    /// with ``MFAVerifyError/isMultifactorCodeInvalid`` when the code is wrong.
    ///
    /// <!-- swift: let mfa = Auth0.mfa()
    /// let mfaToken = try await secondFactorToken()
    /// let code = exampleTenant.authenticatorCode(for: "mfa@example.com") ?? "" -->
    ///
    /// ```swift
    /// let credentials = try await mfa.verify(otp: code, mfaToken: mfaToken).start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - otp: The code that the user entered.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    public func verify(otp: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        token().proving(otp: otp, mfaToken: mfaToken)
    }

    /// Completes a login with a recovery code.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-recovery-code`. A recovery
    /// code replaces a second factor that the user has lost.
    ///
    /// <!-- swift: let mfa = Auth0.mfa()
    /// let mfaToken = try await secondFactorToken() -->
    ///
    /// ```swift
    /// let credentials = try await mfa
    ///     .verify(recoveryCode: "RECOVERY0000000000000001", mfaToken: mfaToken)
    ///     .start()
    /// print(credentials.recoveryCode == nil ? "no new code" : "show the new code")
    /// // prints show the new code
    /// ```
    ///
    /// - Parameters:
    ///   - recoveryCode: The recovery code; the server accepts it once.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; show their next recovery code, ``OpenID/Credentials/recoveryCode``, to the
    ///   user.
    public func verify(recoveryCode: String, mfaToken: String) -> Request<Credentials, MFAVerifyError> {
        token().proving(recoveryCode: recoveryCode, mfaToken: mfaToken)
    }

    private func token(call: String = #function) -> Request<Credentials, MFAVerifyError> {
        let client = implementation(call)
        return client.post("oauth/token", role: .grant).fields(["client_id": client.clientId])
    }
}
