import FoundationEssentials

/// The failure to end a login with a second factor.
public struct MFAVerifyError: MFAError {
    /// `mfa_verify_error`
    public static let unnamedCode = "mfa_verify_error"

    /// What the server said, with the status under `statusCode`.
    public let info: [String: any Sendable]
    /// The status of the answer, 0 when there was none.
    public let statusCode: Int

    /// Makes an error of what a server said.
    ///
    /// - Parameters:
    ///   - info: The members of its answer.
    ///   - statusCode: The status of its answer.
    public init(info: [String: any Sendable], statusCode: Int) {
        self.info = info.merging(["statusCode": statusCode]) { $1 }
        self.statusCode = statusCode
    }

    /// Whether the code is wrong, or the user said no on their phone.
    public var isMultifactorCodeInvalid: Bool {
        isInvalidGrant("Invalid otp_code.", "Invalid binding_code.", "MFA Authorization rejected.")
    }

    /// Whether the user has not answered on their phone yet: the same request may be started again, a few seconds later.
    public var isAuthorizationPending: Bool { isCode("authorization_pending", "slow_down") }
}
