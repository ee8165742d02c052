public import Auth0
import ByteEncodings
import HTTPMessages

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
    public static let passwordNotStrongEnough = CannedResponse.json(
        [
            "code": "invalid_password", "name": "PasswordStrengthError", "description": "Password is too weak",
            "statusCode": 400,
        ], status: 400)
    /// The password was used before: `isPasswordAlreadyUsed`.
    public static let passwordAlreadyUsed = CannedResponse.json(
        [
            "code": "invalid_password", "name": "PasswordHistoryError",
            "description": "Password has previously been used", "statusCode": 400,
        ], status: 400)
    /// The user exists: the code `user_exists`.
    public static let userExists = CannedResponse.json(
        ["code": "user_exists", "description": "The user already exists.", "statusCode": 400], status: 400)
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
