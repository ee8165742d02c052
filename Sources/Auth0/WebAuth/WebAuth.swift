public import FoundationEssentials
public import OpenID
public import RequestPipeline
public import Streams

/// A login, or a logout, in a browser.
///
/// Each modifier returns a changed copy, and nothing happens before ``start(_:)``. The user's browser opens the
/// tenant's login page and is redirected to a port of this machine on which only this login listens; the authorization
/// code is exchanged for credentials, and their ID token is always validated.
///
/// A statement such as `_ = webAuth.audience("…")` drops the changed copy. A start or a logout of that login then fails
/// in debug builds, with ``ConfigurationError/Code/droppedCopy`` as the cause, and writes a line to the log, or to
/// standard error, in release builds. A program may keep a login and start changed copies of it.
///
/// When no browser can be opened (no display, no `$BROWSER`) and standard error is a terminal, the login shows an
/// address and a code there instead, for a phone or another computer: <doc:LoggingInFromATerminal>.
///
/// Auth0 compares callback URLs exactly. The default is `http://127.0.0.1:8484/callback`, on the ports 8485 to 8489 if
/// earlier ones are taken; paste all six into the application's Allowed Callback URLs and Allowed Logout URLs:
///
/// ```
/// http://127.0.0.1:8484/callback, http://127.0.0.1:8485/callback, http://127.0.0.1:8486/callback, http://127.0.0.1:8487/callback, http://127.0.0.1:8488/callback, http://127.0.0.1:8489/callback
/// ```
///
/// ``redirectURL(_:)``, `RedirectURL` in `Auth0.plist` and `AUTH0_REDIRECT_URL` in the environment set another one.
///
/// Create a value with ``webAuth(clientId:domain:session:)``, to keep, to copy, and to use from any thread.
///
/// A test double conforms to this protocol. It implements only the publishers of `start` and `clearSession`, whose
/// results the other styles deliver. The modifiers that return `any WebAuth` have default implementations: after one of
/// them `start` and `clearSession` fail, and the cause of the error names the modifier to implement. No modifier is
/// ignored.
///
/// - SeeAlso: [RFC 8252](https://www.rfc-editor.org/rfc/rfc8252), [RFC 9700](https://www.rfc-editor.org/rfc/rfc9700)
@preconcurrency
public protocol WebAuth: SenderConstraining, Trackable, Loggable, Sendable {
    /// The client ID of the application; empty when none was found.
    var clientId: String { get }
    /// The base URL of the tenant.
    var url: URL { get }

    /// Sets the connection to log in with.
    ///
    /// - Parameter connection: The name of a connection, such as `github`; without it, the login page offers all
    ///   connections.
    /// - Returns: A changed copy.
    func connection(_ connection: String) -> Self

    /// Sets the scope of the tokens.
    ///
    /// - Parameter scope: Scopes with spaces between; `openid` is added when it is missing. The default is
    ///   `openid profile email`.
    /// - Returns: A changed copy.
    func scope(_ scope: String) -> Self

    /// Sets the scope that the tenant requests from the identity provider behind the connection.
    ///
    /// - Parameter connectionScope: Scopes of the identity provider.
    /// - Returns: A changed copy.
    func connectionScope(_ connectionScope: String) -> Self

    /// Sets the API that the access token is for.
    ///
    /// ```swift
    /// let credentials = try await Auth0.webAuth()
    ///     .audience("https://api.example.com/")
    ///     .scope("openid read:todos")
    ///     .start()
    /// print(credentials.scope ?? "")
    /// // prints openid read:todos
    /// ```
    ///
    /// - Parameter audience: The identifier of the API; without it, the tenant's default.
    /// - Returns: A changed copy.
    func audience(_ audience: String) -> Self

    /// Sets the `state` of the login, instead of a random one.
    ///
    /// - Parameter state: An unguessable value of at least 22 characters, which is 128 random bits in base64url; use it
    ///   once. A shorter value, which other programs could guess, is sent with a random suffix. An empty value makes
    ///   the login fail with ``WebAuthError/other``.
    /// - Returns: A changed copy.
    func state(_ state: String) -> Self

    /// Sets the `nonce` of the login, instead of a random one; the ID token has to have it.
    ///
    /// - Parameter nonce: An unguessable value; use it once.
    /// - Returns: A changed copy.
    func nonce(_ nonce: String) -> Self

    /// Sets the organization to log in to; the ID token has to be for it.
    ///
    /// - Parameter organization: The ID (`org_…`) or the name.
    /// - Returns: A changed copy.
    func organization(_ organization: String) -> Self

    /// Accepts an invitation to an organization; the ID token has to be for the organization.
    ///
    /// If ``organization(_:)`` is set, too, the ID token has to be for both.
    ///
    /// - Parameter invitationURL: The link that the user followed, with `organization` and `invitation` in its query.
    ///   Without them the login fails with ``WebAuthError/invalidInvitationURL``.
    /// - Returns: A changed copy.
    func invitationURL(_ invitationURL: URL) -> Self

    /// Adds parameters to the authorization request, such as `screen_hint`, `prompt` or `login_hint`.
    ///
    /// The parameters that protect the login are ignored here, and the log names them: `response_type`,
    /// `response_mode`, `client_id`, `redirect_uri`, `request`, `request_uri`, `dpop_jkt` and the code challenge. A
    /// `state`, a `nonce`, an `organization`, a `max_age` and the `acr_values` are validated in the response.
    ///
    /// - Parameter parameters: A new value replaces an old one of the same name.
    /// - Returns: A changed copy.
    func parameters(_ parameters: [String: String]) -> Self

    /// Sets the redirect URL.
    ///
    /// - Parameter redirectURL: `http://127.0.0.1:PORT/path` or `http://[::1]:PORT/path`, on which the login listens,
    ///   with port 0 for a free port if the tenant accepts every port; a URL of the application's own scheme, which
    ///   ``WebAuthentication/handOver(_:)`` forwards; or an `https` URL, whose response you pass to
    ///   ``WebAuthentication/resume(with:)``.
    /// - Returns: A changed copy.
    func redirectURL(_ redirectURL: URL) -> Self

    /// Uses `https://<tenant>/linux/<application ID>/callback` as the redirect URL when no other is set.
    ///
    /// The page must be shown by a user agent of the program, which can intercept the URL: see ``provider(_:)``, for
    /// example with the window of `Auth0WebView`.
    ///
    /// Nothing on Linux passes an `https` URL from a browser to a program; for a browser this is ignored, and a line is
    /// logged.
    ///
    /// - Returns: A changed copy.
    func useHTTPS() -> Self

    /// Sets the authorization endpoint, instead of `/authorize` of the tenant.
    ///
    /// - Parameter authorizeURL: The URL; its query is dropped.
    /// - Returns: A changed copy.
    func authorizeURL(_ authorizeURL: URL) -> Self

    /// Sets the expected issuer of the ID token.
    ///
    /// - Parameter issuer: The `iss` of the ID token; the base URL of the tenant by default.
    /// - Returns: A changed copy.
    func issuer(_ issuer: String) -> Self

    /// Sets the tolerated difference between the clocks of tenant and machine.
    ///
    /// - Parameter leeway: Milliseconds: 60,000 by default. More than 300,000 makes the login fail.
    /// - Returns: A changed copy.
    func leeway(_ leeway: Int) -> Self

    /// Requires a recent login; otherwise the user has to log in again.
    ///
    /// - Parameter maxAge: The longest time since the user logged in, in seconds.
    /// - Returns: A changed copy.
    func maxAge(_ maxAge: Int) -> Self

    /// Logs in in a private window with a temporary profile, which starts without a session and keeps none.
    ///
    /// Requires Chromium or Firefox, or a browser derived from them, or a window of the program.
    ///
    /// - Returns: A changed copy.
    func useEphemeralSession() -> Self

    /// Sends header fields with the first request for the login page, if the user agent supports it, as a window of the
    /// program does.
    ///
    /// Browsers do not; the log lists the fields that were not sent.
    ///
    /// - Parameter headers: A new value replaces an old one; names are case-insensitive. A malformed field makes the
    ///   login fail.
    /// - Returns: A changed copy.
    func headers(_ headers: [String: String]) -> Self

    /// Shows the page in a custom user agent.
    ///
    /// - Parameter provider: Makes the user agent.
    /// - Returns: A changed copy.
    @preconcurrency
    func provider(_ provider: @escaping WebAuthProvider) -> Self

    /// Sets a closure that is called when the response has arrived and the page is closed, before the code is
    /// exchanged.
    ///
    /// - Parameter callback: The closure; `nil` removes it.
    /// - Returns: A changed copy.
    @preconcurrency
    func onClose(_ callback: (@Sendable () -> Void)?) -> Self

    /// Shows the page in a window of the program, for example that of the product `Auth0WebView`.
    ///
    /// - Parameter provider: Makes the window.
    /// - Returns: A changed copy.
    func provider(_ provider: WebAuthWindowProvider) -> any WebAuth

    /// Uses a custom URL scheme for the callback, see ``WebAuthentication/safariProvider(application:)``.
    ///
    /// - Parameter provider: Names the application.
    /// - Returns: A changed copy.
    func provider(_ provider: WebAuthBrowserProvider) -> any WebAuth

    /// Shows a code in a terminal, see ``WebAuthentication/terminalProvider(_:)``.
    ///
    /// - Parameter provider: Names the terminal.
    /// - Returns: A changed copy.
    func provider(_ provider: WebAuthTerminalProvider) -> any WebAuth

    /// Limits how long the user may take.
    ///
    /// - Parameter timeout: The limit; ten minutes by default, at most a day. Then the login fails with
    ///   ``WebAuthError/timedOut``.
    /// - Returns: A changed copy.
    func timeout(_ timeout: Duration) -> any WebAuth

    /// Sets the page that the browser shows at the end, after the redirect to 127.0.0.1.
    ///
    /// - Parameter page: The page, such as `.redirect(to:)`; by default the SDK's page in English. If an address cannot
    ///   be used, the login fails with ``WebAuthError/callbackUnavailable``.
    /// - Returns: A changed copy.
    func completionPage(_ page: WebAuthentication.CompletionPage) -> any WebAuth

    /// Sends the parameters to the tenant in a pushed authorization request, so that the browser carries only a
    /// reference.
    ///
    /// The tenant has to allow pushed authorization requests.
    ///
    /// - Returns: A changed copy.
    /// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
    func pushing() -> any WebAuth

    /// Sends the parameters in a signed request object, so that nothing on the way to the tenant can change them.
    ///
    /// The browser carries the object, or with ``pushing()`` a reference to it. The application needs JWT-Secured
    /// Authorization Requests with the public half of the key, a part of Auth0's Highly Regulated Identity.
    ///
    /// - Parameter key: The key: RS256, RS384 or PS256 for Auth0.
    /// - Returns: A changed copy.
    /// - SeeAlso: [RFC 9101](https://www.rfc-editor.org/rfc/rfc9101)
    func signingRequest(with key: SigningKey) -> any WebAuth

    /// Requests fine-grained permissions, which `Credentials.authorizationDetails` then contains as far as they were
    /// granted.
    ///
    /// Auth0 requires that they are pushed, with ``pushing()``, and that their types are registered for the API: a part
    /// of Highly Regulated Identity.
    ///
    /// - Parameter details: The permissions, which replace earlier ones; none removes them.
    /// - Returns: A changed copy.
    /// - SeeAlso: [RFC 9396](https://www.rfc-editor.org/rfc/rfc9396)
    func authorizationDetails(_ details: [AuthorizationDetail]) -> any WebAuth

    /// Sets the audiences that the ID token may have besides the application; a token for any other one is refused.
    ///
    /// - Parameter audiences: The trusted audiences, compared byte by byte; none by default. A token for one of them
    ///   must name the application as its authorized party (`azp`).
    /// - Returns: A changed copy.
    /// - SeeAlso: [OpenID Connect Core
    ///   §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation) (3)-(5)
    func trustedAudiences(_ audiences: [String]) -> any WebAuth

    /// Allows this login to run concurrently with other logins that allow it, such as those of other clients in one
    /// process.
    ///
    /// Without it a second login fails with ``WebAuthError/transactionActiveAlready``: two login pages in one browser
    /// confuse the user.
    ///
    /// - Returns: A changed copy.
    func allowingConcurrentLogins() -> any WebAuth

    /// The manager that stores the credentials of a login, see ``useCredentialsManager(_:)``; `nil`, the default,
    /// stores nothing.
    var credentialsManager: CredentialsManager? { get set }

    /// Logs a user in and calls back.
    ///
    /// - Parameter callback: Called exactly once, with no lock held, on a background thread of the SDK.
    /// - Returns: A handle that cancels the login; releasing it has no effect.
    @preconcurrency @discardableResult
    func start(_ callback: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) -> any Cancellable

    /// Logs a user in; returns on the caller's executor.
    ///
    /// Cancelling the task cancels the login.
    ///
    /// ```swift
    /// let credentials = try await Auth0.webAuth()
    ///     .scope("openid profile offline_access")
    ///     .start()
    /// print(credentials.refreshToken == nil ? "log in again later" : "stays logged in")
    /// // prints stays logged in
    /// ```
    ///
    /// - Returns: Credentials with a validated ID token.
    /// - Throws: ``WebAuthError``.
    func start() async throws -> Credentials

    /// Publishes the credentials of a login.
    ///
    /// <!-- swift: import Streams -->
    ///
    /// ```swift
    /// let login: AnyPublisher<Credentials, WebAuthError> = Auth0.webAuth().start()
    /// for try await credentials in login.values { print(credentials.tokenType) }
    /// // prints Bearer
    /// ```
    ///
    /// - Returns: A publisher that begins a login for each subscriber, publishes one value and finishes, or fails.
    ///   Cancelling a subscription cancels its login.
    func start() -> AnyPublisher<Credentials, WebAuthError>

    /// Ends the session that the tenant keeps in the user's browser, and calls back.
    ///
    /// The callback URL has to be one of the application's allowed logout URLs. It is sent with a random query, which
    /// the tenant keeps and does not compare.
    ///
    /// - Parameters:
    ///   - federated: Whether to end the session at the identity provider behind the connection, too.
    ///   - callback: Called exactly once, with success after the redirect to the callback URL.
    /// - Returns: A handle that cancels the logout; releasing it has no effect.
    @preconcurrency @discardableResult
    func clearSession(
        federated: Bool, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable

    /// Ends the session that the tenant keeps in the user's browser, and waits for the redirect to the callback URL.
    ///
    /// - Parameter federated: Whether to end the session at the identity provider behind the connection, too.
    /// - Throws: ``WebAuthError``.
    func clearSession(federated: Bool) async throws

    /// Publishes the end of the session that the tenant keeps in the user's browser.
    ///
    /// See ``clearSession(federated:callback:)``, whose parameters are the same. Each subscriber opens the browser.
    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError>
}
