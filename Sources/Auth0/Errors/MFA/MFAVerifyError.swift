import FoundationEssentials

/// The error of completing a login or an enrollment with a second factor.
public struct MFAVerifyError: MFAError {
    /// The error code of failures that no server response names: `mfa_verify_error`.
    public static let _unnamedCode = "mfa_verify_error"

    /// The members of the server response, such as `error` and `error_description`; the status is added as
    /// `statusCode`.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 when there was none.
    public let statusCode: Int

    /// Creates an error from a server response.
    ///
    /// - Parameters:
    ///   - info: The members of the response body.
    ///   - statusCode: The HTTP status of the response; 0 when there was none.
    public init(info: [String: any Sendable], statusCode: Int) {
        self.info = info.merging(["statusCode": statusCode]) { $1 }
        self.statusCode = statusCode
    }

    /// Whether the code is wrong, or the user denied the approval on a phone.
    public var isMultifactorCodeInvalid: Bool {
        isInvalidGrant("Invalid otp_code.", "Invalid binding_code.", "MFA Authorization rejected.")
    }

    /// Whether the user has not approved on the phone yet: the same request can be started again after a few seconds.
    public var isAuthorizationPending: Bool { isCode("authorization_pending", "slow_down") }
}
