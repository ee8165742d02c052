import FoundationEssentials

/// The failure to send a code or a question to a user.
public struct MfaChallengeError: MFAError {
    /// `mfa_challenge_error`
    public static let unnamedCode = "mfa_challenge_error"

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

    /// Whether the user has no authenticator that fits and must enrol one first.
    public var isMultifactorEnrollRequired: Bool { isCode("unsupported_challenge_type") }
}
