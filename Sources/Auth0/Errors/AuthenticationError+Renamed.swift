/// Names that other SDKs have for the members of ``AuthenticationError``: the compiler then says the name here.
extension AuthenticationError {
    /// Another name of ``isMultifactorRequired``.
    @available(*, unavailable, renamed: "isMultifactorRequired")
    public var isMFARequired: Bool { isMultifactorRequired }

    /// Another name of ``isInvalidCredentials``.
    @available(*, unavailable, renamed: "isInvalidCredentials")
    public var isWrongPassword: Bool { isInvalidCredentials }

    /// A member of ``mfaRequiredErrorPayload``.
    @available(*, unavailable, message: "the token is mfaRequiredErrorPayload?.mfaToken")
    public var mfaToken: String? { mfaRequiredErrorPayload?.mfaToken }
}
