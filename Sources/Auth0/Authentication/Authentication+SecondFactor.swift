import ByteEncodings
public import RequestPipeline

/// Second factors by the methods of the Authentication client; ``MFAClient`` also enrolls factors.
extension Authentication {
    /// The default implementation, which sends the request.
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
    /// <!-- swift: let mfaToken = try await secondFactorToken()
    /// let challenge = try await Auth0.authentication().multifactorChallenge(
    /// mfaToken: mfaToken, authenticatorId: "sms|dev_0000000000000002").start()
    /// let code = exampleTenant.latestCode(to: "+15550100500") -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
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

    /// The default implementation, which sends the request.
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
    /// <!-- swift: let mfaToken = try await secondFactorToken() -->
    ///
    /// ```swift
    /// let challenge = try await Auth0.authentication()
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

/// A second-factor challenge that a login waits for.
public struct Challenge: Codable, Sendable, Hashable {
    /// The type of the challenge, `challenge_type`: `otp` for a code that the user's application generates, `oob` for a
    /// code or a prompt that the server sends.
    public let challengeType: String
    /// The code that identifies this challenge when the login is completed, `oob_code`; `nil` for `otp`. It is a
    /// secret.
    public let oobCode: String?
    /// The binding method, `binding_method`: `prompt` when the user receives a code to enter; `nil` when the user
    /// approves on a phone.
    public let bindingMethod: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(challengeType: String, oobCode: String? = nil, bindingMethod: String? = nil) {
        (self.challengeType, self.oobCode, self.bindingMethod) = (challengeType, oobCode, bindingMethod)
    }

    private enum CodingKeys: String, CodingKey {
        case challengeType = "challenge_type"
        case oobCode = "oob_code"
        case bindingMethod = "binding_method"
    }
}

extension Challenge: _Redacted {
    /// The members for reflection, without the secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["challengeType": challengeType, "bindingMethod": bindingMethod as Any])
    }
}
