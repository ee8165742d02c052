public import RequestPipeline

/// Second factors by the methods of the Authentication client; ``MFAClient`` also enrolls factors.
extension Authentication {
    /// Completes a login with the one-time code of an authenticator application.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-otp`. The request fails
    /// with ``AuthenticationError/isMultifactorCodeInvalid`` when the code is wrong, and with
    /// ``AuthenticationError/isMultifactorTokenInvalid`` when `mfaToken` is invalid or has expired.
    ///
    /// <!-- swift: let authentication = Auth0.authentication()
    /// let mfaToken = try await secondFactorToken() -->
    ///
    /// ```swift
    /// do {
    ///     _ = try await authentication.login(withOTP: "000000", mfaToken: mfaToken).start()
    /// } catch let error as AuthenticationError where error.isMultifactorCodeInvalid {
    ///     print("Enter the code again")
    /// }
    /// // prints Enter the code again
    /// ```
    ///
    /// - Parameters:
    ///   - otp: The code that the user entered.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    public func login(withOTP otp: String, mfaToken: String) -> Request<Credentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant).proving(otp: otp, mfaToken: mfaToken)
    }

    /// The default implementation, which sends the request.
    public func login(
        withOOBCode oobCode: String, mfaToken: String, bindingCode: String?
    ) -> Request<Credentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant).proving(
            oobCode: oobCode, bindingCode: bindingCode, mfaToken: mfaToken)
    }

    /// Completes a login with a code sent to the user, or with the user's approval on a phone.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-oob`. The request fails
    /// with ``AuthenticationError/isMultifactorCodeInvalid`` when the code is wrong, and with
    /// ``AuthenticationError/isMultifactorTokenInvalid`` when `mfaToken` is invalid or has expired.
    ///
    /// <!-- swift: let authentication = Auth0.authentication()
    /// let mfaToken = try await secondFactorToken()
    /// let challenge = try await authentication.multifactorChallenge(
    /// mfaToken: mfaToken, authenticatorId: "sms|dev_0000000000000002").start()
    /// let code = exampleTenant.latestCode(to: "+15550100500") -->
    ///
    /// ```swift
    /// let credentials = try await authentication
    ///     .login(withOOBCode: challenge.oobCode ?? "", mfaToken: mfaToken, bindingCode: code)
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - oobCode: The ``Challenge/oobCode`` of the challenge.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - bindingCode: The code that the user entered. Defaults to `nil`, for a user who approves on a phone.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for credentials; it fails with the code `authorization_pending` while the user has not
    ///   approved.
    public func login(
        withOOBCode oobCode: String, mfaToken: String, bindingCode: String? = nil, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(withOOBCode: oobCode, mfaToken: mfaToken, bindingCode: bindingCode)
    }

    /// Completes a login with a recovery code.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-recovery-code`. A recovery
    /// code replaces a second factor that the user has lost.
    ///
    /// - Parameters:
    ///   - recoveryCode: The recovery code; the server accepts it once.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; show their next recovery code, ``OpenID/Credentials/recoveryCode``, to the
    ///   user.
    public func login(
        withRecoveryCode recoveryCode: String, mfaToken: String
    ) -> Request<Credentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant).proving(recoveryCode: recoveryCode, mfaToken: mfaToken)
    }

    /// The default implementation, which sends the request.
    public func multifactorChallenge(
        mfaToken: String, types: [String]?, authenticatorId: String?
    ) -> Request<Challenge, AuthenticationError> {
        implementation().post("mfa/challenge", authenticates: true, decode: Decoders.decodable(Challenge.self)).fields([
            "mfa_token": mfaToken,
            "challenge_type": types?.joined(separator: " "),
            "authenticator_id": authenticatorId,
        ])
    }

    /// Sends a code or an approval prompt to the user of a login that needs a second factor.
    ///
    /// Calls `POST /mfa/challenge`. The request fails with ``AuthenticationError/isMultifactorEnrollRequired`` when the
    /// user has no authenticator that fits.
    ///
    /// <!-- swift: let authentication = Auth0.authentication()
    /// let mfaToken = try await secondFactorToken() -->
    ///
    /// ```swift
    /// let challenge = try await authentication
    ///     .multifactorChallenge(mfaToken: mfaToken, types: ["otp"])
    ///     .start()
    /// print(challenge.challengeType)
    /// // prints otp
    /// ```
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - types: The supported types of challenge, of `otp` and `oob`. Defaults to `nil`, which accepts all.
    ///   - authenticatorId: The ID of the authenticator to use. Defaults to `nil`, which uses the first that fits.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the challenge; nothing is sent before it is started.
    public func multifactorChallenge(
        mfaToken: String, types: [String]? = nil, authenticatorId: String? = nil, _: Void = ()
    ) -> Request<Challenge, AuthenticationError> {
        multifactorChallenge(mfaToken: mfaToken, types: types, authenticatorId: authenticatorId)
    }
}
