extension CannedResponse {
    /// A response with tokens.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, `access-token` by default.
    ///   - tokenType: The type of the access token, `Bearer` by default.
    ///   - idToken: The ID token, for example of ``CannedTenant/idToken(subject:nonce:lifetime:claims:)``; empty by
    ///     default.
    ///   - refreshToken: The refresh token; `nil`, the default, for none.
    ///   - expiresIn: The time until the access token expires, a day by default; sent in whole seconds.
    ///   - scope: The granted scopes; `nil`, the default, for the requested scopes.
    /// - Returns: The response.
    /// - SeeAlso: [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1)
    public static func credentials(
        accessToken: String = "access-token", tokenType: String = "Bearer", idToken: String? = nil,
        refreshToken: String? = nil, expiresIn: Duration = .seconds(86_400), scope: String? = nil
    ) -> CannedResponse {
        var members: [String: any Sendable] = [
            "access_token": accessToken, "token_type": tokenType,
            "expires_in": Int(clamping: expiresIn.components.seconds),
        ]
        (members["id_token"], members["refresh_token"], members["scope"]) = (idToken, refreshToken, scope)
        return .json(members)
    }

    /// A response with the tokens of a session transfer.
    ///
    /// - Parameters:
    ///   - token: The session transfer token, `session-transfer-token` by default.
    ///   - idToken: The ID token, empty by default.
    ///   - refreshToken: The new refresh token; `nil`, the default, for none.
    ///   - expiresIn: The time until the token expires, a minute by default; sent in whole seconds.
    /// - Returns: The response.
    public static func sessionTransfer(
        token: String = "session-transfer-token", idToken: String = "", refreshToken: String? = nil,
        expiresIn: Duration = .seconds(60)
    ) -> CannedResponse {
        var members: [String: any Sendable] = [
            "access_token": token, "issued_token_type": "urn:auth0:params:oauth:token-type:session_transfer_token",
            "token_type": "N_A", "id_token": idToken,
            "expires_in": Int(clamping: expiresIn.components.seconds),
        ]
        members["refresh_token"] = refreshToken
        return .json(members)
    }

    /// A response with the profile of a user.
    ///
    /// - Parameters:
    ///   - subject: The ID of the user, `auth0|test` by default.
    ///   - claims: Further claims, such as `email`; none by default.
    /// - Returns: The response.
    /// - SeeAlso: [OpenID Connect Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse)
    public static func userInfo(
        subject: String = "auth0|test", claims: [String: any Sendable] = [:]
    ) -> CannedResponse {
        .json(["sub": subject].merging(claims) { $1 })
    }

    /// A response to a sign-up.
    ///
    /// - Parameters:
    ///   - email: The e-mail address.
    ///   - username: The user name; `nil`, the default, for none.
    ///   - isVerified: Whether the address is verified; `false` by default.
    /// - Returns: The response.
    public static func databaseUser(
        email: String, username: String? = nil, isVerified: Bool = false
    ) -> CannedResponse {
        var members: [String: any Sendable] = ["_id": "test", "email": email, "email_verified": isVerified]
        members["username"] = username
        return .json(members)
    }

    /// A response with the challenge of a second factor.
    ///
    /// - Parameters:
    ///   - type: The type of the challenge, `otp` by default; `oob` for a message or a push notification.
    ///   - code: The `oob_code`; `nil`, the default, for none.
    ///   - bindingMethod: The `binding_method`, such as `prompt`; `nil`, the default, for none.
    /// - Returns: The response.
    public static func factorChallenge(
        type: String = "otp", code: String? = nil, bindingMethod: String? = nil
    ) -> CannedResponse {
        var members: [String: any Sendable] = ["challenge_type": type]
        (members["oob_code"], members["binding_method"]) = (code, bindingMethod)
        return .json(members)
    }
}
