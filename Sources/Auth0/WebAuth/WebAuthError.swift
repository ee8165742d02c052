import FoundationEssentials
import OpenID

/// A failure of a login or a logout in a browser.
///
/// Errors are compared and matched by their kind only, not by their ``cause``:
///
/// ```swift
/// catch WebAuthError.userCancelled { … }
/// case .failure(let error) where error == .transactionActiveAlready: …
/// ```
public struct WebAuthError: Auth0Error, Equatable {
    /// The kinds of failure, each with a description for developers.
    private enum Kind: String, Sendable {
        case noBundleIdentifier = "There is no redirect URL: set one, or an application ID such as com.example.app"
        case transactionActiveAlready = "Another login or logout is under way"
        case invalidInvitationURL = "The invitation URL has no organization or no invitation"
        case userCancelled = "The login was cancelled"
        case noAuthorizationCode = "The authorization response has no code"
        case pkceNotAllowed = "The tenant requires a client secret: set the type of the application to Native"
        case idTokenValidationFailed = "The ID token is not valid"
        case authenticationFailed = "The tenant refused the login"
        case codeExchangeFailed = "The authorization code could not be exchanged"
        case invalidRequestUri = "The request URI does not begin with urn:ietf:params:oauth:request_uri:"
        case credentialsManagerError = "The credentials could not be stored or removed"
        case timedOut = "The user did not come back from the login page in time"
        case browserUnavailable = "The login page could not be opened"
        case callbackUnavailable = "The callback listener cannot be opened"
        case other = "The login could not be completed"
        case unknown = "An unknown error occurred"
    }

    private let kind: Kind
    /// The underlying error, when there is one.
    public let cause: (any Error)?
    /// A detail that is safe to show.
    private let detail: String?

    private init(_ kind: Kind, cause: (any Error)? = nil, detail: String? = nil) {
        (self.kind, self.cause, self.detail) = (kind, cause, detail)
    }

    /// Returns the error of an invitation URL, with the URL as far as it is no secret.
    static func invalidInvitationURL(_ address: String, _ names: String) -> WebAuthError {
        WebAuthError(.invalidInvitationURL, detail: "\(address) has \(names.isEmpty ? "no query items" : names)")
    }

    /// Returns the same kind of error with a cause.
    package func because(of cause: (any Error)?) -> WebAuthError { WebAuthError(kind, cause: cause, detail: detail) }

    /// There is no redirect URL: the ID of the application cannot be a URL scheme.
    public static let noBundleIdentifier = WebAuthError(.noBundleIdentifier)
    /// Another login or logout is in progress. Wait for it, or call ``WebAuthentication/cancel()``.
    public static let transactionActiveAlready = WebAuthError(.transactionActiveAlready)
    /// The invitation URL lacks `organization` or `invitation`.
    public static let invalidInvitationURL = WebAuthError(.invalidInvitationURL)
    /// The user closed the browser, or the program cancelled the login; the cause names the URL that the tenant has to
    /// allow, in case the browser shows an error page.
    public static let userCancelled = WebAuthError(.userCancelled)
    /// The authorization response has neither a code nor an error; the cause has its parameters.
    public static let noAuthorizationCode = WebAuthError(.noAuthorizationCode)
    /// The tenant requires a client secret for the token request: the type of the application has to be Native.
    public static let pkceNotAllowed = WebAuthError(.pkceNotAllowed)
    /// The ID token is not valid; the cause is an `IDTokenError`.
    public static let idTokenValidationFailed = WebAuthError(.idTokenValidationFailed)
    /// The tenant returned an error; the cause is an ``AuthenticationError`` with its code.
    public static let authenticationFailed = WebAuthError(.authenticationFailed)
    /// The code could not be exchanged; the cause is an ``AuthenticationError``.
    public static let codeExchangeFailed = WebAuthError(.codeExchangeFailed)
    /// The request URI does not begin with `urn:ietf:params:oauth:request_uri:`.
    public static let invalidRequestUri = WebAuthError(.invalidRequestUri)
    /// The credentials could not be stored or removed; the cause has the reason.
    public static let credentialsManagerError = WebAuthError(.credentialsManagerError)
    /// The user did not return from the login page before the timeout; the cause names the URL that the tenant has to
    /// allow, in case the browser shows an error page.
    public static let timedOut = WebAuthError(.timedOut)
    /// The page could not be opened; the cause has the reason. A login with a device code needs no browser on this
    /// machine.
    public static let browserUnavailable = WebAuthError(.browserUnavailable)
    /// The callback listener cannot be opened; the cause has the reason, for instance that the port is taken.
    public static let callbackUnavailable = WebAuthError(.callbackUnavailable)
    /// Another failure; the cause has the reason.
    public static let other = WebAuthError(.other)
    /// The cause of the failure is unknown.
    public static let unknown = WebAuthError(.unknown)

    /// A description of the failure for developers.
    public var message: String { kind.rawValue + (detail.map { ": \($0)" } ?? "") }

    /// Compares the kinds of failure; causes are not compared.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.kind == rhs.kind }

    /// Matches the kind of failure in a `catch` or a `case`.
    @_disfavoredOverload
    public static func ~= (pattern: Self, error: any Error) -> Bool { error as? Self == pattern }

    /// Matches the kind of failure when the type is known; a `case .other` could mean another type otherwise.
    public static func ~= (pattern: Self, error: Self) -> Bool { error == pattern }
}

extension WebAuthError: CustomReflectable {
    /// The message only: a cause shows itself.
    public var customMirror: Mirror { Mirror(self, children: ["message": message]) }
}

extension WebAuthError {
    /// Converts the error of a session.
    init(_ error: AuthorizationError) {
        if let own = error.cause as? WebAuthError {
            self = own
            return
        }
        switch error.code {
        case .alreadyActive: self = .transactionActiveAlready
        case .cancelled: self = Self.userCancelled.because(of: error)
        case .timedOut: self = Self.timedOut.because(of: error)
        case .codeMissing: self = Self.noAuthorizationCode.because(of: error)
        case .refused: self = Self.authenticationFailed.because(of: AuthenticationError(callback: error.parameters))
        case .browserUnavailable: self = Self.browserUnavailable.because(of: error.cause ?? error)
        case .listenerUnavailable: self = Self.callbackUnavailable.because(of: error.cause ?? error)
        case .preparationFailed: self.init(preparing: error.cause ?? error)
        default: self = Self.other.because(of: error)
        }
    }

    /// Converts an error that prevented a login from beginning.
    init(beginning error: any Error) {
        switch error {
        case let own as WebAuthError: self = own
        case let error as AuthorizationError: self.init(error)
        default: self = Self.other.because(of: error)
        }
    }

    /// Converts an error before the page is opened, such as that of a pushed authorization request.
    private init(preparing error: any Error) {
        switch error as? AuthenticationError {
        case let push? where push.isCancelled: self = Self.userCancelled.because(of: push)
        case let push? where push.cause == nil: self = Self.authenticationFailed.because(of: push)
        default: self = Self.other.because(of: error)
        }
    }

    /// Converts the error of a token request.
    init(exchange error: AuthenticationError) {
        self.init(error, otherwise: error.isUnknownClient ? .pkceNotAllowed : .codeExchangeFailed)
    }

    /// Converts the error of a login in a terminal.
    init(device error: any Error) {
        guard let refusal = error as? AuthenticationError else {
            self.init(beginning: error)
            return
        }
        let kind: WebAuthError = refusal.cause == nil ? .authenticationFailed : .other
        self.init(refusal, otherwise: refusal.code == "expired_token" ? .timedOut : kind)
    }

    /// Converts the error of a request: to `kind`, unless the request was cancelled or its ID token is not valid.
    private init(_ error: AuthenticationError, otherwise kind: WebAuthError) {
        if error.isCancelled {
            self = .userCancelled
        } else if let cause = error.cause as? IDTokenError {
            self = Self.idTokenValidationFailed.because(of: cause)
        } else {
            self = kind.because(of: error)
        }
    }
}

extension AuthenticationError {
    /// Creates the error of an authorization response, which arrived by a redirect.
    fileprivate init(callback parameters: [String: String]) {
        self.init(info: parameters, statusCode: 302)
    }
}
