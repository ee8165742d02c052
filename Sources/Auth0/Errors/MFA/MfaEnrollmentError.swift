import FoundationEssentials

/// The failure to enrol a second factor.
public struct MfaEnrollmentError: MFAError {
    /// `mfa_enrollment_error`
    public static let unnamedCode = "mfa_enrollment_error"

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

    /// Whether the user has a second factor already, and must prove it before another can be enrolled.
    public var isAccessDenied: Bool { isCode("access_denied") }
}
