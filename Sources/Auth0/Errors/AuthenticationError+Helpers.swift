extension AuthenticationError {
    /// Whether a second factor is needed to go on.
    public var isMultifactorRequired: Bool { isCode("a0.mfa_required", "mfa_required") }

    /// Whether a second factor must be enrolled first.
    public var isMultifactorEnrollRequired: Bool {
        isCode("a0.mfa_registration_required", "unsupported_challenge_type")
    }

    /// Whether the code of the second factor is wrong.
    public var isMultifactorCodeInvalid: Bool {
        isCode("a0.mfa_invalid_code")
            || isInvalidGrant("Invalid otp_code.", "Invalid binding_code.", "MFA Authorization rejected.")
    }

    /// Whether the token that ties the steps of a multi-factor login together has expired or is wrong.
    public var isMultifactorTokenInvalid: Bool {
        isCode("expired_token") && isDescription("mfa_token is expired") || isInvalidGrant("Malformed mfa_token")
    }

    /// Whether the password of a signup is too weak.
    public var isPasswordNotStrongEnough: Bool { isCode("invalid_password") && isNamed("PasswordStrengthError") }

    /// Whether the password of a signup or reset was used before.
    public var isPasswordAlreadyUsed: Bool { isCode("invalid_password") && isNamed("PasswordHistoryError") }

    /// Whether a rule or an action of the tenant refused; ``Auth0Error/message`` is what it says.
    public var isRuleError: Bool { isCode("unauthorized") }

    /// Whether user name and password, or the one-time code, are wrong.
    public var isInvalidCredentials: Bool {
        isCode("invalid_user_password")
            || isInvalidGrant(
                "Wrong email or password.", "Wrong email or verification code.",
                "Wrong phone number or verification code.")
    }

    /// Whether the refresh token belongs to a user who was deleted.
    public var isRefreshTokenDeleted: Bool {
        isInvalidGrant("The refresh_token was generated for a user who doesn't exist anymore.")
    }

    /// Whether the refresh token is unknown, expired or revoked.
    public var isInvalidRefreshToken: Bool { isInvalidGrant("Unknown or invalid refresh token.") }

    /// Whether the server, or the person, refused access.
    public var isAccessDenied: Bool { isCode("access_denied") }

    /// Whether the account is blocked after too many attempts.
    public var isTooManyAttempts: Bool { isCode("too_many_attempts") }

    /// Whether the login must go through the login page, to verify that a person is there.
    public var isVerificationRequired: Bool { isCode("requires_verification") }

    /// Whether the password was found in a leak and the account is blocked until it is changed.
    public var isPasswordLeaked: Bool { isCode("password_leaked") }

    /// Whether a login without interaction was asked for and none is possible.
    public var isLoginRequired: Bool { isCode("login_required") }

    /// Whether the server wants a DPoP proof with the nonce that came with its answer.
    public var isDPoPNonceRequired: Bool { isCode("use_dpop_nonce") }

    private func isNamed(_ name: String) -> Bool { info["name"] as? String == name }
}
