import FoundationEssentials
import RequestPipeline

/// The error of a request to the MFA API; each kind of operation has its own type.
public protocol MFAError: Auth0APIError, Equatable {
    /// The error code of failures that no server response names.
    static var _unnamedCode: String { get }
}

extension MFAError {
    /// The error code of failures that no server response names: `a0.sdk.internal_error.unknown`.
    public static var _unnamedCode: String { InternalCode.unknown }

    /// The error code: the member `error` of the server response; for other failures a code of the type.
    public var code: String { info["error"] as? String ?? Self._unnamedCode }

    /// The server's description of the error; without one its `message`, or a sentence with the error code, and the
    /// status.
    public var message: String {
        text("description") ?? text("error_description") ?? undescribed
    }

    /// Whether the MFA token is invalid or has expired: the login must start again.
    public var isMultifactorTokenInvalid: Bool {
        isCode("expired_token") && isDescription("mfa_token is expired") || isInvalidGrant("Malformed mfa_token")
    }
}
