import RequestPipeline

/// The proof of a second factor at the token endpoint, for every client that sends one.
extension Request where Value == Credentials {
    /// Adds the one-time code of an authenticator application.
    func proving(otp: String, mfaToken: String) -> Self {
        fields([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-otp",
            "otp": otp,
            "mfa_token": mfaToken,
        ])
    }

    /// Adds the code of a challenge, and the code that the user entered unless the user approved on a phone.
    func proving(oobCode: String, bindingCode: String?, mfaToken: String) -> Self {
        fields([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-oob",
            "oob_code": oobCode,
            "binding_code": bindingCode,
            "mfa_token": mfaToken,
        ])
    }

    /// Adds a recovery code.
    func proving(recoveryCode: String, mfaToken: String) -> Self {
        fields([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-recovery-code",
            "recovery_code": recoveryCode,
            "mfa_token": mfaToken,
        ])
    }
}
