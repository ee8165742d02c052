import FoundationEssentials

/// The error of listing the authenticators of a user.
public struct MfaListAuthenticatorsError: MFAError {
    /// The error code of failures that no server response names: `mfa_list_authenticators_error`.
    public static let _unnamedCode = "mfa_list_authenticators_error"

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
}
