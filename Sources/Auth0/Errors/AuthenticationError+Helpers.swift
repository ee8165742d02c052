extension AuthenticationError {
    /// Whether the login needs a second factor; continue with ``mfaRequiredErrorPayload``.
    public var isMultifactorRequired: Bool { isCode("a0.mfa_required", "mfa_required") }

    /// Whether the user must enroll a second factor first.
    public var isMultifactorEnrollRequired: Bool {
        isCode("a0.mfa_registration_required", "unsupported_challenge_type")
    }

    /// Whether the code of the second factor is wrong, or the user denied the approval.
    public var isMultifactorCodeInvalid: Bool { isCode("a0.mfa_invalid_code") || refusesSecondFactor }

    /// Whether the MFA token is invalid or has expired: the login must start again.
    public var isMultifactorTokenInvalid: Bool { refusesMFAToken }

    /// Whether the password of a signup does not meet the password policy.
    public var isPasswordNotStrongEnough: Bool { isCode("invalid_password") && isNamed("PasswordStrengthError") }

    /// Whether the password of a signup or a password change was used before.
    public var isPasswordAlreadyUsed: Bool { isCode("invalid_password") && isNamed("PasswordHistoryError") }

    /// Whether a Rule or an Action of the tenant refused the login; ``Auth0Error/message`` holds its text.
    public var isRuleError: Bool { isCode("unauthorized") }

    /// Whether the user name and password, or the one-time code, are wrong.
    public var isInvalidCredentials: Bool {
        isCode("invalid_user_password")
            || isInvalidGrant(
                "Wrong email or password.", "Wrong email or verification code.",
                "Wrong phone number or verification code.")
    }

    /// Whether the refresh token belongs to a deleted user.
    public var isRefreshTokenDeleted: Bool {
        isInvalidGrant("The refresh_token was generated for a user who doesn't exist anymore.")
    }

    /// Whether the refresh token is unknown, expired or revoked.
    public var isInvalidRefreshToken: Bool { isInvalidGrant("Unknown or invalid refresh token.") }

    /// Whether the server or the user denied access.
    public var isAccessDenied: Bool { isCode("access_denied") }

    /// Whether the account is blocked after too many failed attempts.
    public var isTooManyAttempts: Bool { isCode("too_many_attempts") }

    /// Whether the login must continue on the login page, which verifies that the user is a person.
    public var isVerificationRequired: Bool { isCode("requires_verification") }

    /// Whether the password was found in a data breach, and the account is blocked until the password is changed.
    public var isPasswordLeaked: Bool { isCode("password_leaked") }

    /// Whether a login without user interaction was requested and the user has no session.
    public var isLoginRequired: Bool { isCode("login_required") }

    /// Whether the server requires a DPoP proof with the nonce of its response.
    public var isDPoPNonceRequired: Bool { isCode("use_dpop_nonce") }

    /// Whether the member `name` of the server response equals `name`.
    private func isNamed(_ name: String) -> Bool { info["name"] as? String == name }
}
