import ByteEncodings
import HTTPMessages
import RequestPipeline
public import Streams

/// A logout in the user's browser, which ends the provider's session there.
///
/// A value: each modifier returns a changed copy, and nothing happens before ``start(_:)``. Tokens stay valid until
/// they expire; revoke the refresh token with ``OpenIDClient/revoke(_:hint:)``.
///
/// The redirect URI, `http://127.0.0.1:PORT/callback`, has to be registered as a post-logout redirect URI. Many
/// providers require a fixed port: set it with ``redirectURI(_:)``. A web server, whose user has a browser elsewhere,
/// begins the logout with ``OpenIDClient/begin(_:)-(BrowserLogout)``.
///
/// - SeeAlso: [OpenID Connect RP-Initiated Logout](https://openid.net/specs/openid-connect-rpinitiated-1_0.html)
public struct BrowserLogout: Sendable {
    private var client: OpenIDClient
    private let idToken: String?
    private(set) var options = BrowserOptions()
    private var sendsState = true
    private var parameters: [(name: String, value: String)] = []

    init(_ client: OpenIDClient, idToken: String?) {
        (self.client, self.idToken) = (client, idToken)
        options.session.logger = client.logger
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    /// Sets the post-logout redirect URI; see ``BrowserLogin/redirectURI(_:)``, whose parameters are the same.
    public func redirectURI(_ redirectURI: String) -> Self { changed { $0.options.redirect = redirectURI } }

    /// Limits the time for the user; see ``BrowserLogin/timeout(_:)``, whose parameters are the same.
    public func timeout(_ timeout: Duration) -> Self { changed { $0.options.session.timeout = timeout } }

    /// Sets the page at the end; see ``BrowserLogin/completionPage(_:)``, whose parameters are the same.
    public func completionPage(_ page: BrowserLogin.CompletionPage) -> Self {
        changed { $0.options.session.completionPage = page }
    }

    /// Sets the window that shows the page.
    ///
    /// - Parameter window: The kind of window that showed the login page, because it has the session.
    /// - Returns: A changed copy.
    public func window(_ window: LoginWindow) -> Self { changed { $0.options.window = window } }

    /// Allows this logout to run concurrently with others that allow it.
    public func allowingConcurrentLogins() -> Self { changed { $0.options.session.allowsOthers = true } }

    /// Sends no `state`, for a provider that does not return it.
    ///
    /// Without it, any request of a process of this user for the path of the redirect URI ends the wait with success,
    /// whatever its query, even `error=…`, and even if a web page made the browser send it: the end does not prove that
    /// the provider's session is over. Do not delete stored credentials, or report a successful logout to the user,
    /// only because of it. A login always has a `state`.
    public func withoutState() -> Self { changed { $0.sendsState = false } }

    /// Adds parameters, such as `logout_hint` or `ui_locales`; a new value replaces an old one of the same name.
    ///
    /// - Parameter parameters: `client_id`, `post_logout_redirect_uri` and `state` cannot be set and make the logout
    ///   fail with ``OpenIDError/Code/argumentInvalid``.
    /// - Returns: A changed copy.
    public func parameters(_ parameters: [String: String]) -> Self {
        changed { $0.parameters += parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }

    private static let reserved: Set<String> = ["client_id", "post_logout_redirect_uri", "state"]

    /// Logs out and calls back; see ``BrowserLogin/start(_:)``, whose parameters are the same.
    @preconcurrency @discardableResult
    public func start(_ callback: @escaping @Sendable (Result<Void, OpenIDError>) -> Void) -> any Cancellable {
        operation.start(callback)
    }

    /// Logs out, and waits until the browser has returned; cancelling the task cancels the logout.
    ///
    /// - Throws: ``OpenIDError``.
    public func start() async throws { try await operation.value() }

    /// Publishes the end of the session, as ``publisher()`` does.
    public func start() -> AnyPublisher<Void, OpenIDError> { operation.publisher() }

    /// Logs out, as the `async` function `start()`; returns the failure with its type.
    public func result() async -> Result<Void, OpenIDError> { await operation.result() }

    /// Publishes the end of the session, by a name that no other style has.
    ///
    /// - Returns: A publisher that opens the browser for each subscriber, publishes one value and finishes, or fails.
    public func publisher() -> AnyPublisher<Void, OpenIDError> { operation.publisher() }

    private var operation: Operation<Void, OpenIDError> {
        Operation(inBrowser: { completion in
            try check()
            let state = try newState()
            let expectation = state.map { AuthorizationResponse.Expectation(state: $0, issuer: nil, wantsCode: false) }
            let plan = try options.plan(expecting: expectation) { redirectURI, prepared in
                prepared(Result { try page(of: client, returningTo: redirectURI, state: state) })
                return ClosureCancellable()
            }
            return AuthorizationSession.begin(plan) { result in
                completion(result.map { _ in () }.mapError { OpenIDError(cause: $0) })
            }
        })
    }

    /// Checks the options that do not depend on the redirect URI.
    @discardableResult
    private func check() throws -> HTTPURL {
        if let name = parameters.first(where: { ParameterName($0.name).isOne(of: Self.reserved) })?.name {
            throw AuthorizationError(.requestInvalid, "the parameter \(name.escapedForLog) cannot be set")
        }
        return try client.provider.required(
            client.provider.metadata.endSessionEndpoint, named: "end_session_endpoint")
    }

    /// Returns the `state` of a new logout; `nil` if none is sent.
    func newState() throws -> String? { sendsState ? try RandomText.make() : nil }

    /// Returns the address of the provider's logout page.
    func page(of client: OpenIDClient, returningTo redirectURI: String, state: String?) throws -> HTTPURL {
        var logout = self
        logout.client = client
        return try AuthorizationRequest(
            to: logout.check(),
            [
                "id_token_hint": idToken, "client_id": client.id, "post_logout_redirect_uri": redirectURI,
                "state": state,
            ], parameters
        ).url()
    }
}

extension BrowserLogout: _Redacted {
    /// A mirror of the client: the ID token is a secret, and a parameter may be one.
    public var customMirror: Mirror { Mirror(self, children: ["client": client]) }
}
