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
    public var code: String { member("error") ?? Self._unnamedCode }

    /// The server's description of the error; without one its `message`, `detail` or `title`, or a sentence with the
    /// error code, and the status.
    public var message: String { text("description", "error_description") ?? undescribed }

    /// Whether the MFA token is invalid or has expired: the login must start again.
    public var isMultifactorTokenInvalid: Bool { refusesMFAToken }
}

/// The error of listing the authenticators of a user.
public struct MfaListAuthenticatorsError: MFAError {
    /// The error code of failures that no server response names: `mfa_list_authenticators_error`.
    public static let _unnamedCode = "mfa_list_authenticators_error"

    /// The members of the server response, such as `error`.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 when there was none.
    public let statusCode: Int

    /// Creates the error of a response: ``Auth0APIError/init(info:statusCode:)``, whose parameters are the same.
    public init(info: [String: any Sendable], statusCode: Int) {
        (self.info, self.statusCode) = (info, statusCode)
    }
}

/// The error of enrolling a second factor.
public struct MfaEnrollmentError: MFAError {
    /// The error code of failures that no server response names: `mfa_enrollment_error`.
    public static let _unnamedCode = "mfa_enrollment_error"

    /// The members of the server response, such as `error`.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 when there was none.
    public let statusCode: Int

    /// Creates the error of a response: ``Auth0APIError/init(info:statusCode:)``, whose parameters are the same.
    public init(info: [String: any Sendable], statusCode: Int) {
        (self.info, self.statusCode) = (info, statusCode)
    }

    /// Whether the user must first prove a second factor that is already enrolled.
    public var isAccessDenied: Bool { isCode("access_denied") }
}

/// The error of sending a code or an approval prompt to a user.
public struct MfaChallengeError: MFAError {
    /// The error code of failures that no server response names: `mfa_challenge_error`.
    public static let _unnamedCode = "mfa_challenge_error"

    /// The members of the server response, such as `error`.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 when there was none.
    public let statusCode: Int

    /// Creates the error of a response: ``Auth0APIError/init(info:statusCode:)``, whose parameters are the same.
    public init(info: [String: any Sendable], statusCode: Int) {
        (self.info, self.statusCode) = (info, statusCode)
    }

    /// Whether the user has no authenticator that fits and must enroll one first.
    public var isMultifactorEnrollRequired: Bool { isCode("unsupported_challenge_type") }
}

/// The error of completing a login or an enrollment with a second factor.
public struct MFAVerifyError: MFAError {
    /// The error code of failures that no server response names: `mfa_verify_error`.
    public static let _unnamedCode = "mfa_verify_error"

    /// The members of the server response, such as `error`.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 when there was none.
    public let statusCode: Int

    /// Creates the error of a response: ``Auth0APIError/init(info:statusCode:)``, whose parameters are the same.
    public init(info: [String: any Sendable], statusCode: Int) {
        (self.info, self.statusCode) = (info, statusCode)
    }

    /// Whether the code is wrong, or the user denied the approval on a phone.
    public var isMultifactorCodeInvalid: Bool { refusesSecondFactor }

    /// Whether the user has not approved on the phone yet: the same request can be started again after a few seconds.
    public var isAuthorizationPending: Bool { isCode("authorization_pending", "slow_down") }
}
