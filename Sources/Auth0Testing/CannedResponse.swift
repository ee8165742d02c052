public import Auth0
import ByteEncodings
public import HTTPMessages

/// A prepared response of a ``CannedTenant``.
public struct CannedResponse: Sendable {
    /// The result of the transport; `nil` keeps the request waiting until it is cancelled.
    let result: Result<TransportResponse, TransportError>?

    init(result: Result<TransportResponse, TransportError>?) { self.result = result }

    init(status: Int, fields: TransportFields = [:], bytes: [UInt8]) {
        var fields = fields
        fields["Content-Type"] = "application/json"
        self.init(result: .success(TransportResponse(status: status, fields: fields, body: bytes)))
    }

    /// Returns the result; a pending response has none until the task is cancelled.
    func received() async throws -> TransportResponse {
        guard let result else {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        }
        return try result.get()
    }

    /// The JSON of free-form members; `nil` for values that JSON does not have.
    static func body(_ members: [String: any Sendable]) -> [UInt8]? {
        try? JSONValue(freeForm: members).encoded
    }

    // MARK: Any response

    /// A response with a JSON object.
    ///
    /// - Parameters:
    ///   - members: The members of the object: strings, numbers, Booleans, and arrays and dictionaries of them.
    ///   - status: The status code, 200 by default.
    ///   - fields: Header fields in addition to `Content-Type`; none by default.
    /// - Returns: The response; a failed request with the code `invalidArgument` for values that JSON does not have.
    public static func json(
        _ members: [String: any Sendable], status: Int = 200, fields: TransportFields = [:]
    ) -> CannedResponse {
        guard let body = body(members) else {
            return .failure(TransportError(.invalidArgument, detail: "a canned response has a value that is not JSON"))
        }
        return CannedResponse(status: status, fields: fields, bytes: body)
    }

    /// A response with a text of JSON, for example an array.
    ///
    /// - Parameters:
    ///   - text: The text, unchanged.
    ///   - status: The status code, 200 by default.
    /// - Returns: The response.
    public static func json(text: String, status: Int = 200) -> CannedResponse {
        CannedResponse(status: status, bytes: Array(text.utf8))
    }

    /// A response without a body.
    ///
    /// - Parameter status: The status code, 204 by default.
    /// - Returns: The response.
    public static func empty(status: Int = 204) -> CannedResponse {
        CannedResponse(result: .success(TransportResponse(status: status)))
    }

    /// A request that fails in the network.
    ///
    /// - Parameter error: The error, such as `TransportError(.timedOut)`.
    /// - Returns: The failure.
    public static func failure(_ error: TransportError) -> CannedResponse { CannedResponse(result: .failure(error)) }

    /// No response, until the request is cancelled.
    public static let pending = CannedResponse(result: nil)

    static func noResponse(to request: String) -> CannedResponse {
        .failure(
            TransportError(
                .invalidArgument, detail: "CannedTenant has no response to \(request): call respond(to:with:)"))
    }
}

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
    ///   - idToken: The ID token; `id-token` if it is empty, which is the default.
    ///   - refreshToken: The new refresh token; `nil`, the default, for none.
    ///   - expiresIn: The time until the token expires, a minute by default; sent in whole seconds.
    /// - Returns: The response.
    public static func sessionTransfer(
        token: String = "session-transfer-token", idToken: String = "", refreshToken: String? = nil,
        expiresIn: Duration = .seconds(60)
    ) -> CannedResponse {
        var members: [String: any Sendable] = [
            "access_token": token, "issued_token_type": "urn:auth0:params:oauth:token-type:session_transfer_token",
            "token_type": "N_A", "id_token": idToken.isEmpty ? "id-token" : idToken,
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

extension CannedResponse {
    /// An error response.
    ///
    /// - Parameters:
    ///   - code: The error code.
    ///   - description: The description.
    ///   - status: The status code, 400 by default.
    ///   - members: Further members of the body; none by default.
    /// - Returns: The response.
    /// - SeeAlso: [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2)
    public static func error(
        _ code: String, _ description: String, status: Int = 400, members: [String: any Sendable] = [:]
    ) -> CannedResponse {
        .json(["error": code, "error_description": description].merging(members) { $1 }, status: status)
    }

    /// The user has to prove a second factor: `isMultifactorRequired`.
    ///
    /// - Parameter token: The MFA token, `mfa-token` by default.
    /// - Returns: The response.
    public static func multifactorRequired(token: String = "mfa-token") -> CannedResponse {
        .error("mfa_required", "Multifactor authentication required", status: 403, members: ["mfa_token": token])
    }

    /// The user has no second factor yet: `isMultifactorEnrollRequired`.
    public static let multifactorEnrollRequired = CannedResponse.error(
        "unsupported_challenge_type", "User is not enrolled with guardian", status: 401)
    /// The code of the second factor is wrong: `isMultifactorCodeInvalid`.
    public static let multifactorCodeInvalid = CannedResponse.error(
        "invalid_grant", "Invalid otp_code.", status: 403)
    /// The MFA token has expired: `isMultifactorTokenInvalid`.
    public static let multifactorTokenInvalid = CannedResponse.error(
        "expired_token", "mfa_token is expired", status: 401)
    /// The e-mail address or the password is wrong: `isInvalidCredentials`.
    public static let invalidCredentials = CannedResponse.error(
        "invalid_grant", "Wrong email or password.", status: 403)
    /// The refresh token is unknown, revoked or used up: `isInvalidRefreshToken`.
    public static let invalidRefreshToken = CannedResponse.error(
        "invalid_grant", "Unknown or invalid refresh token.", status: 403)
    /// The user of the refresh token was deleted: `isRefreshTokenDeleted`.
    public static let refreshTokenDeleted = CannedResponse.error(
        "invalid_grant", "The refresh_token was generated for a user who doesn't exist anymore.", status: 403)
    /// The password is not strong enough: `isPasswordNotStrongEnough`.
    public static let passwordNotStrongEnough = databaseError(
        "invalid_password", "Password is too weak", name: "PasswordStrengthError")
    /// The password was used before: `isPasswordAlreadyUsed`.
    public static let passwordAlreadyUsed = databaseError(
        "invalid_password", "Password has previously been used", name: "PasswordHistoryError")
    /// The user exists: the code `user_exists`.
    public static let userExists = databaseError("user_exists", "The user already exists.")

    /// An error of a database connection, which has other members than those of RFC 6749.
    private static func databaseError(_ code: String, _ description: String, name: String? = nil) -> CannedResponse {
        var members: [String: any Sendable] = ["code": code, "description": description, "statusCode": 400]
        members["name"] = name
        return .json(members, status: 400)
    }

    /// A rule or an action of the tenant refused the login: `isRuleError`.
    ///
    /// - Parameter description: The description, `Refused by a rule` by default.
    /// - Returns: The response.
    public static func ruleError(_ description: String = "Refused by a rule") -> CannedResponse {
        .error("unauthorized", description, status: 401)
    }
    /// The access was denied: `isAccessDenied`.
    public static let accessDenied = CannedResponse.error("access_denied", "Unauthorized", status: 401)
    /// The account is blocked after too many attempts: `isTooManyAttempts`.
    public static let tooManyAttempts = CannedResponse.error(
        "too_many_attempts", "Your account has been blocked after multiple consecutive login attempts.", status: 429)
    /// The password is in a list of leaked ones: `isPasswordLeaked`.
    public static let passwordLeaked = CannedResponse.error(
        "password_leaked", "This login has been blocked because your password has been leaked elsewhere.", status: 401)
    /// The login is suspicious, and the user has to verify it: `isVerificationRequired`.
    public static let verificationRequired = CannedResponse.error(
        "requires_verification", "Suspicious request requires verification", status: 401)
    /// The user has to log in: `isLoginRequired`.
    public static let loginRequired = CannedResponse.error("login_required", "Login required", status: 401)

    /// Too many requests.
    ///
    /// - Parameter retryAfter: The time after which a request may succeed, a second by default; sent in whole seconds.
    /// - Returns: A response with the status 429 and `Retry-After`.
    public static func rateLimited(retryAfter: Duration = .seconds(1)) -> CannedResponse {
        .json(
            ["error": "too_many_requests", "error_description": "Global limit has been reached"], status: 429,
            fields: ["Retry-After": "\(retryAfter.components.seconds)"])
    }

    /// A failure of the server.
    ///
    /// - Parameter status: The status code, 503 by default.
    /// - Returns: A response that is a page of HTML.
    public static func serverFailure(status: Int = 503) -> CannedResponse {
        let body = Array("<html><body>Service Unavailable</body></html>".utf8)
        return CannedResponse(
            result: .success(
                TransportResponse(status: status, fields: ["Content-Type": "text/html"], body: body)))
    }
}

extension Auth0APIError {
    /// Creates the error of a request that receives a canned response, for tests of error handling.
    ///
    /// ```swift
    /// let error = AuthenticationError(.multifactorRequired(token: "MFA"))
    /// ```
    ///
    /// - Parameter response: The response; ``CannedResponse/pending`` makes the error of a cancelled request.
    public init(_ response: CannedResponse) {
        switch response.result {
        case .success(let response):
            let members = (try? JSONValue(parsing: response.body))?.freeFormObject ?? [:]
            self.init(info: members, statusCode: response.status)
        case .failure(let error): self.init(cause: error)
        case nil: self.init(cause: TransportError(.cancelled))
        }
    }
}
