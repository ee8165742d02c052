import FoundationEssentials

/// The error of sending a code or an approval prompt to a user.
public struct MfaChallengeError: MFAError {
    /// The error code of failures that no server response names: `mfa_challenge_error`.
    public static let _unnamedCode = "mfa_challenge_error"

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

    /// Whether the user has no authenticator that fits and must enroll one first.
    public var isMultifactorEnrollRequired: Bool { isCode("unsupported_challenge_type") }
}
