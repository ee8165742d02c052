/// Names of other SDKs for members of ``AuthenticationError``, for which the compiler suggests the current name.
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
