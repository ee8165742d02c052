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
    /// The description of the kind of failure, which identifies it.
    private let text: String
    /// The underlying error, when there is one.
    public let cause: (any Error)?
    /// A detail that is safe to show.
    private let detail: String?

    private init(_ text: String, cause: (any Error)? = nil, detail: String? = nil) {
        (self.text, self.cause, self.detail) = (text, cause, detail)
    }

    /// Returns the error of an invitation URL, with the URL as far as it is no secret.
    static func invalidInvitationURL(_ address: String, _ names: String) -> WebAuthError {
        WebAuthError(invalidInvitationURL.text, detail: "\(address) has \(names.isEmpty ? "no query items" : names)")
    }

    /// Returns the same kind of error with a cause.
    package func because(of cause: (any Error)?) -> WebAuthError { WebAuthError(text, cause: cause, detail: detail) }

    /// There is no redirect URL: the ID of the application cannot be a URL scheme.
    public static let noBundleIdentifier = Self(
        "There is no redirect URL: set one, or an application ID such as com.example.app")
    /// Another login or logout is in progress. Wait for it, or call ``WebAuthentication/cancel()``.
    public static let transactionActiveAlready = Self("Another login or logout is under way")
    /// The invitation URL lacks `organization` or `invitation`.
    public static let invalidInvitationURL = Self("The invitation URL has no organization or no invitation")
    /// The user closed the browser, or the program cancelled the login; the cause names the URL that the tenant has to
    /// allow, in case the browser shows an error page.
    public static let userCancelled = Self("The login was cancelled")
    /// The authorization response has neither a code nor an error; the cause has its parameters.
    public static let noAuthorizationCode = Self("The authorization response has no code")
    /// The tenant requires a client secret for the token request: the type of the application has to be Native.
    public static let pkceNotAllowed = Self(
        "The tenant requires a client secret: set the type of the application to Native")
    /// The ID token is not valid; the cause is an `IDTokenError`.
    public static let idTokenValidationFailed = Self("The ID token is not valid")
    /// The tenant returned an error; the cause is an ``AuthenticationError`` with its code.
    public static let authenticationFailed = Self("The tenant refused the login")
    /// The code could not be exchanged; the cause is an ``AuthenticationError``.
    public static let codeExchangeFailed = Self("The authorization code could not be exchanged")
    /// The request URI does not begin with `urn:ietf:params:oauth:request_uri:`.
    public static let invalidRequestUri = Self("The request URI does not begin with urn:ietf:params:oauth:request_uri:")
    /// The credentials could not be stored or removed; the cause has the reason.
    public static let credentialsManagerError = Self("The credentials could not be stored or removed")
    /// The user did not return from the login page before the timeout. The cause names the URL that the tenant has to
    /// allow, in case the browser shows an error page.
    public static let timedOut = Self("The user did not come back from the login page in time")
    /// The page could not be opened; the cause has the reason. A login with a device code needs no browser on this
    /// machine.
    public static let browserUnavailable = Self("The login page could not be opened")
    /// The callback listener cannot be opened; the cause has the reason, for instance that the port is taken.
    public static let callbackUnavailable = Self("The callback listener cannot be opened")
    /// Another failure; the cause has the reason.
    public static let other = Self("The login could not be completed")
    /// The cause of the failure is unknown.
    public static let unknown = Self("An unknown error occurred")

    /// A description of the failure for developers.
    public var message: String { text + (detail.map { ": \($0)" } ?? "") }

    /// Compares the kinds of failure; causes are not compared.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }

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
        self.init(error, otherwise: error.isUnauthorized ? .pkceNotAllowed : .codeExchangeFailed)
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
