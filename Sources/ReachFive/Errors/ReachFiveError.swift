public import FoundationEssentials
import OpenID
import RequestPipeline

/// The reason why a login or a renewal failed.
///
/// The cases follow ReachFive's documents. Version 5.2 and later of the SDK for Apple systems call the payload
/// `apiError`: ``RequestError(apiError:)``, ``AuthFailure(reason:apiError:)`` and ``TechnicalError(reason:apiError:)``
/// create the same values, and the pattern `case .RequestError(let apiError)` matches.
public enum ReachFiveError: Error, Sendable, Hashable {
    /// The server refused the request because it is not valid.
    case RequestError(requestErrors: RequestErrors)
    /// The authentication failed: the user or the server refused it, or the ID token is not valid.
    case AuthFailure(reason: String)
    /// The user or the program cancelled the login.
    case AuthCanceled
    /// Any other failure, of the network, the server, the browser or the configuration.
    case TechnicalError(reason: String)

    /// Returns the error for a request that is not valid, as ReachFive's SDK 5.2 and later spells it.
    ///
    /// - Parameter apiError: The members of the error response.
    /// - Returns: ``RequestError(requestErrors:)``.
    public static func RequestError(apiError: ApiError) -> ReachFiveError { .RequestError(requestErrors: apiError) }

    /// Returns the error for a failed authentication, as ReachFive's SDK 5.2 and later spells it.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - apiError: The members of the error response. They are not kept.
    /// - Returns: ``AuthFailure(reason:)``.
    public static func AuthFailure(reason: String, apiError: ApiError?) -> ReachFiveError {
        .AuthFailure(reason: reason)
    }

    /// Returns ``TechnicalError(reason:)``; see ``AuthFailure(reason:apiError:)``, whose parameters are the same.
    public static func TechnicalError(reason: String, apiError: ApiError?) -> ReachFiveError {
        .TechnicalError(reason: reason)
    }

    /// The members of the error response, if the error has them.
    public var apiError: ApiError? {
        guard case .RequestError(let errors) = self else { return nil }
        return errors
    }

    /// Returns a message: the server's message for the user if there is one, otherwise the reason.
    ///
    /// - Returns: The message, which the server or this package wrote.
    public func message() -> String {
        switch self {
        case .RequestError(let errors):
            errors.errorUserMsg ?? errors.errorDescription ?? errors.error ?? "invalid request"
        case .AuthFailure(let reason), .TechnicalError(let reason): reason
        case .AuthCanceled: "the login was cancelled"
        }
    }

    /// The authorization error codes of a user who was not authenticated, or who refused (RFC 6749 §4.1.2.1, OpenID
    /// Connect Core §3.1.2.6).
    private static let failuresToAuthenticate: Set<String> = [
        "access_denied", "login_required", "interaction_required", "consent_required", "account_selection_required",
    ]

    /// Creates the error for a failure of the core.
    init(_ error: any Error) {
        switch error {
        case let error as ReachFiveError: self = error
        case let error as OpenIDError: self.init(error)
        case is CancellationError: self = .AuthCanceled
        default: self = .TechnicalError(reason: "\(error)")
        }
    }

    private init(_ error: OpenIDError) {
        switch error.code {
        case .cancelled: self = .AuthCanceled
        case .tokenInvalid:
            self = .AuthFailure(reason: "the ID token is not valid; is the client's JWT algorithm RS256? \(error)")
        case .refused: self.init(refusal: error)
        default: self = .TechnicalError(reason: "\(error)")
        }
    }

    private init(refusal error: OpenIDError) {
        let errors = RequestErrors(members: error.info)
        switch error.statusCode {
        // The refusal arrived by a redirect, without a status.
        case 0 where Self.failuresToAuthenticate.contains(errors.error ?? ""), 401:
            self = .AuthFailure(reason: errors.summary)
        case 0, 400, 403: self = .RequestError(requestErrors: errors)
        default: self = .TechnicalError(reason: "status \(error.statusCode): \(errors.summary)")
        }
    }
}

extension ReachFiveError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError {
    /// The name of the case, and the reason or the error code.
    public var description: String {
        switch self {
        case .RequestError(let errors): "RequestError: \(errors)"
        case .AuthFailure(let reason): "AuthFailure: \(reason)"
        case .AuthCanceled: "AuthCanceled"
        case .TechnicalError(let reason): "TechnicalError: \(reason)"
        }
    }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// The text of ``message()``, shortened and escaped.
    public var errorDescription: String? { message().excerptForLog }
    /// A mirror without children: the description has everything that is safe to print.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
