import FoundationEssentials
import OpenID

/// A failure of a login or a logout in a browser.
///
/// Errors are compared and matched by their kind, whatever their ``cause``:
///
/// ```swift
/// catch WebAuthError.userCancelled { … }
/// case .failure(let error) where error == .transactionActiveAlready: …
/// ```
public struct WebAuthError: Auth0Error, Equatable {
    private enum Kind: Sendable {
        case noBundleIdentifier, transactionActiveAlready, invalidInvitationURL, userCancelled, noAuthorizationCode
        case pkceNotAllowed, idTokenValidationFailed, authenticationFailed, codeExchangeFailed, invalidRequestUri
        case credentialsManagerError, timedOut, browserUnavailable, callbackUnavailable, other, unknown
    }

    private let kind: Kind
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    private init(_ kind: Kind, cause: (any Error)? = nil) { (self.kind, self.cause) = (kind, cause) }

    /// The same error with a cause.
    package func because(of cause: (any Error)?) -> WebAuthError { WebAuthError(kind, cause: cause) }

    /// There is no redirect URL: the ID of the application is not one that can be a scheme.
    public static let noBundleIdentifier = WebAuthError(.noBundleIdentifier)
    /// Another login or logout is under way. Wait for it, or call ``WebAuthentication/cancel()``.
    public static let transactionActiveAlready = WebAuthError(.transactionActiveAlready)
    /// The invitation URL lacks `organization` or `invitation`.
    public static let invalidInvitationURL = WebAuthError(.invalidInvitationURL)
    /// The person closed the browser, or the program gave the login up.
    public static let userCancelled = WebAuthError(.userCancelled)
    /// The answer has neither a code nor an error; the cause tells what it has.
    public static let noAuthorizationCode = WebAuthError(.noAuthorizationCode)
    /// The tenant wants a client secret for the exchange: the application's type has to be Native.
    public static let pkceNotAllowed = WebAuthError(.pkceNotAllowed)
    /// The ID token does not hold; the cause is an `IDTokenError`.
    public static let idTokenValidationFailed = WebAuthError(.idTokenValidationFailed)
    /// The tenant said no; the cause is an ``AuthenticationError`` with its words.
    public static let authenticationFailed = WebAuthError(.authenticationFailed)
    /// The code could not be exchanged; the cause is an ``AuthenticationError``.
    public static let codeExchangeFailed = WebAuthError(.codeExchangeFailed)
    /// The request URI does not begin with `urn:ietf:params:oauth:request_uri:`.
    public static let invalidRequestUri = WebAuthError(.invalidRequestUri)
    /// The credentials could not be stored, or removed; the cause tells why.
    public static let credentialsManagerError = WebAuthError(.credentialsManagerError)
    /// Nobody came back from the login page in time.
    public static let timedOut = WebAuthError(.timedOut)
    /// The page could not be opened; the cause tells why. A device login needs no browser here.
    public static let browserUnavailable = WebAuthError(.browserUnavailable)
    /// The answer cannot be caught; the cause tells why, for instance that the port is taken.
    public static let callbackUnavailable = WebAuthError(.callbackUnavailable)
    /// Something else went wrong; the cause tells what.
    public static let other = WebAuthError(.other)
    /// Something that nobody knows.
    public static let unknown = WebAuthError(.unknown)

    /// What happened.
    public var message: String {
        switch kind {
        case .noBundleIdentifier: "There is no redirect URL: set one, or an application ID such as com.example.app"
        case .transactionActiveAlready: "Another login or logout is under way"
        case .invalidInvitationURL: "The invitation URL has no organization or no invitation"
        case .userCancelled: "The login was given up"
        case .noAuthorizationCode: "The answer of the tenant has no authorization code"
        case .pkceNotAllowed: "The tenant wants a client secret: set the type of the application to Native"
        case .idTokenValidationFailed: "The ID token does not hold"
        case .authenticationFailed: "The tenant refused the login"
        case .codeExchangeFailed: "The authorization code could not be exchanged"
        case .invalidRequestUri: "The request URI does not begin with urn:ietf:params:oauth:request_uri:"
        case .credentialsManagerError: "The credentials could not be stored or removed"
        case .timedOut: "Nobody came back from the login page in time"
        case .browserUnavailable: "The login page could not be opened"
        case .callbackUnavailable: "The answer of the browser cannot be caught"
        case .other: "The login could not be completed"
        case .unknown: "Something unknown went wrong"
        }
    }

    /// Compares the kind of failure, whatever its cause.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.kind == rhs.kind }

    /// Matches the kind of failure in a `catch` or a `case`.
    @_disfavoredOverload
    public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }

    /// Matches the kind of failure where the type is known; a `case .other` could be another type's otherwise.
    public static func ~= (pattern: Self, error: Self) -> Bool { error == pattern }
}

extension WebAuthError: CustomReflectable {
    /// The message only: a cause shows itself.
    public var customMirror: Mirror { Mirror(self, children: ["message": message]) }
}

extension WebAuthError {
    /// What an error of the engine is called here.
    init(_ error: AuthorizationError) {
        if let own = error.cause as? WebAuthError {
            self = own
            return
        }
        switch error.code {
        case .alreadyActive: self = .transactionActiveAlready
        case .cancelled: self = .userCancelled
        case .timedOut: self = .timedOut
        case .codeMissing: self = Self.noAuthorizationCode.because(of: error)
        case .refused: self = Self.authenticationFailed.because(of: AuthenticationError(callback: error.parameters))
        case .browserUnavailable: self = Self.browserUnavailable.because(of: error.cause ?? error)
        case .listenerUnavailable: self = Self.callbackUnavailable.because(of: error.cause ?? error)
        case .preparationFailed where error.cause is AuthenticationError:
            self.init(preparing: error.cause as? AuthenticationError)
        case .preparationFailed: self = Self.other.because(of: error.cause ?? error)
        default: self = Self.other.because(of: error)
        }
    }

    /// What a failed push of the request is called here.
    private init(preparing error: AuthenticationError?) {
        let isRefusal = error?.cause == nil
        let kind: WebAuthError =
            error?.isCancelled == true ? .userCancelled : isRefusal ? .authenticationFailed : .other
        self = kind.because(of: error)
    }

    /// What stands in the way of a beginning is called here.
    init(beginning error: any Error) {
        switch error {
        case let own as WebAuthError: self = own
        case let error as AuthorizationError: self.init(error)
        default: self = Self.other.because(of: error)
        }
    }

    /// What a failed exchange is called here.
    init(exchange error: AuthenticationError) {
        if error.isCancelled {
            self = .userCancelled
        } else if let cause = error.cause as? IDTokenError {
            self = Self.idTokenValidationFailed.because(of: cause)
        } else if error.isDescription("Unauthorized") {
            self = Self.pkceNotAllowed.because(of: error)
        } else {
            self = Self.codeExchangeFailed.because(of: error)
        }
    }
}

extension AuthenticationError {
    /// What a tenant said through the browser, which followed a redirect to tell it.
    fileprivate init(callback parameters: [String: String]) {
        self.init(info: parameters, statusCode: 302)
    }
}
