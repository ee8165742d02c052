import FoundationEssentials

/// The error of enrolling a second factor.
public struct MfaEnrollmentError: MFAError {
    /// The error code of failures that no server response names: `mfa_enrollment_error`.
    public static let _unnamedCode = "mfa_enrollment_error"

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

    /// Whether the user must first prove a second factor that is already enrolled.
    public var isAccessDenied: Bool { isCode("access_denied") }
}
