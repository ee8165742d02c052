public import FoundationEssentials
public import RequestPipeline
public import Streams

/// What a browser brings back from a login that somebody else began.
public struct AuthorizationCode: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The code, for whoever has the verifier.
    public let code: String
    /// The state of the login, where it has one.
    public let state: String?

    /// Makes a code.
    public init(code: String, state: String? = nil) { (self.code, self.state) = (code, state) }

    /// Neither the code nor the state.
    public var description: String { "AuthorizationCode(<REDACTED>)" }
    /// Neither the code nor the state.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The browser's part of a login that a server of yours has begun with a pushed authorization request.
///
/// The server pushes the request and gets a request URI, this opens the browser with it, and the server exchanges the code
/// that comes back. Nothing happens before `start`.
///
/// Make one with ``authorizeWithRequestUri(clientId:domain:)``: that is a value. A double for tests implements
/// `start(requestUri:)` that publishes. The modifiers that return `any PARAuth` have default implementations: after one of
/// them `start` fails, and the cause of the error names the modifier to implement.
///
/// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
public protocol PARAuth: Trackable, Loggable, Sendable {
    /// The client ID of the application; empty when none was found.
    var clientId: String { get }
    /// The base URL of the tenant.
    var url: URL { get }

    /// Carries a session over: the token of `ssoExchange`.
    func sessionTransferToken(_ token: String) -> Self

    /// Shows the page in a user agent of yours.
    func provider(_ provider: @escaping WebAuthProvider) -> Self

    /// Logs in in a private window with a profile that is thrown away.
    func useEphemeralSession() -> Self

    /// Sets the `state` that the server pushed: a response without it is ignored, and the login keeps waiting.
    ///
    /// Without this the server has to compare the `state`.
    ///
    /// - Parameter state: The pushed `state`.
    /// - Returns: A changed copy.
    func state(_ state: String) -> any PARAuth

    /// Sets the redirect URL that the server pushed, as in ``WebAuth/redirectURL(_:)``.
    ///
    /// - Parameter redirectURL: The pushed redirect URL.
    /// - Returns: A changed copy.
    func redirectURL(_ redirectURL: URL) -> any PARAuth

    /// Shows the page in a window of the program's own, such as the one of the product `Auth0WebView`.
    ///
    /// - Parameter provider: Makes the window.
    /// - Returns: A changed copy.
    func provider(_ provider: WebAuthWindowProvider) -> any PARAuth

    /// Comes back by a scheme of the application's own, see ``WebAuthentication/safariProvider(application:)``.
    ///
    /// - Parameter provider: Names the application.
    /// - Returns: A changed copy.
    func provider(_ provider: WebAuthBrowserProvider) -> any PARAuth

    /// Limits how long the user may take.
    ///
    /// - Parameter timeout: Ten minutes by default; more than a day is a day. Then the login fails with
    ///   ``WebAuthError/timedOut``.
    /// - Returns: A changed copy.
    func timeout(_ timeout: Duration) -> any PARAuth

    /// Opens the browser and calls back.
    ///
    /// - Parameters:
    ///   - requestUri: What the server got for its request; anything that does not begin with
    ///     `urn:ietf:params:oauth:request_uri:` is ``WebAuthError/invalidRequestUri``.
    ///   - callback: Called exactly once, with no lock held, on a background thread of the SDK.
    /// - Returns: Gives the login up when it is cancelled.
    @discardableResult
    func start(
        requestUri: String, callback: @escaping @Sendable (WebAuthResult<AuthorizationCode>) -> Void
    ) -> any Cancellable

    /// Opens the browser and waits, on the caller's executor.
    ///
    /// - Parameter requestUri: What the server got for its request.
    /// - Returns: The code.
    /// - Throws: ``WebAuthError``.
    func start(requestUri: String) async throws(WebAuthError) -> AuthorizationCode

    /// Publishes the code.
    ///
    /// - Parameter requestUri: What the server got for its request.
    /// - Returns: A publisher that opens the browser for each subscriber.
    func start(requestUri: String) -> AnyPublisher<AuthorizationCode, WebAuthError>
}
