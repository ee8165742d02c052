import FoundationEssentials

/// The failure to list the authenticators of a user.
public struct MfaListAuthenticatorsError: MFAError {
    /// `mfa_list_authenticators_error`
    public static let unnamedCode = "mfa_list_authenticators_error"

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
}
