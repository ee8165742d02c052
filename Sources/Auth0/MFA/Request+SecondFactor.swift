import RequestPipeline

/// How a second factor is proved at the token endpoint, whichever client asks.
extension Request where Value == Credentials {
    /// By the one-time code of an authenticator application.
    func proving(otp: String, mfaToken: String) -> Self {
        fields([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-otp",
            "otp": otp,
            "mfa_token": mfaToken,
        ])
    }

    /// By a code that was sent, or by an answer on the phone.
    func proving(oobCode: String, bindingCode: String?, mfaToken: String) -> Self {
        fields([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-oob",
            "oob_code": oobCode,
            "binding_code": bindingCode,
            "mfa_token": mfaToken,
        ])
    }

    /// By the code for when everything else is lost.
    func proving(recoveryCode: String, mfaToken: String) -> Self {
        fields([
            "grant_type": "http://auth0.com/oauth/grant-type/mfa-recovery-code",
            "recovery_code": recoveryCode,
            "mfa_token": mfaToken,
        ])
    }
}
