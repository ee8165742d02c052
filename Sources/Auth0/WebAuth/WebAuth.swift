public import FoundationEssentials
import OpenID
public import RequestPipeline
public import Streams

/// A login, or a logout, in a browser.
///
/// Each modifier returns a changed copy, and nothing happens before ``start(_:)``. The person's own browser is
/// opened at the tenant's login page. It comes back to a port of this machine that only this login listens to; the
/// code it brings is exchanged for credentials, and their ID token is validated, always.
///
/// Where nothing can open a page (no display, no `$BROWSER`) and a person looks at standard error, the address and a code
/// are shown there instead, for a phone or another computer: <doc:LoggingInFromATerminal>.
///
/// The callback URL, `http://127.0.0.1:PORT/callback`, has to be one of the application's allowed callback URLs. Where the
/// tenant does not accept any port, name a fixed one with ``redirectURL(_:)``.
///
/// Make one with ``webAuth(clientId:domain:session:)``: that is a value, to keep, to copy, and to use from any thread.
///
/// A double for tests conforms; of `start` and `clearSession` it needs the publishers only, whose results the other styles
/// then deliver. The modifiers that return `any WebAuth` have default implementations: after one of them `start` and
/// `clearSession` fail, and the cause of the error names the modifier to implement. No modifier is ignored.
///
/// - SeeAlso: [RFC 8252](https://www.rfc-editor.org/rfc/rfc8252), [RFC 9700](https://www.rfc-editor.org/rfc/rfc9700)
public protocol WebAuth: SenderConstraining, Trackable, Loggable, Sendable {
    /// The client ID of the application; empty when none was found.
    var clientId: String { get }
    /// The base URL of the tenant.
    var url: URL { get }

    /// Goes straight to a connection, such as `github`.
    func connection(_ connection: String) -> Self

    /// What the tokens may do; `openid` is added when it is missing. `openid profile email` by default.
    func scope(_ scope: String) -> Self

    /// What is asked of the identity provider behind the connection.
    func connectionScope(_ connectionScope: String) -> Self

    /// The API the access token is for.
    func audience(_ audience: String) -> Self

    /// The state of the login, in place of a random one. Use it once, and make it impossible to guess.
    func state(_ state: String) -> Self

    /// The nonce of the login, in place of a random one: the ID token has to hold it.
    func nonce(_ nonce: String) -> Self

    /// The organization to log in to, by ID (`org_…`) or name: the ID token has to be for it.
    func organization(_ organization: String) -> Self

    /// The invitation to an organization that a person has followed.
    ///
    /// - Parameter invitationURL: The link, with `organization` and `invitation` in its query. Without them the login
    ///   fails with ``WebAuthError/invalidInvitationURL``. The ID token has to be for the organization.
    /// - Returns: A changed copy.
    func invitationURL(_ invitationURL: URL) -> Self

    /// Adds parameters for the login page, such as `screen_hint`, `prompt` or `login_hint`.
    ///
    /// What makes the login safe stays as it is: `response_type`, `response_mode`, `client_id`, `redirect_uri`, `request`,
    /// `request_uri`, `dpop_jkt` and the code challenge cannot be set here. A `state`, a `nonce`, an `organization` and a `max_age` are checked in the answer.
    ///
    /// - Parameter parameters: A new value replaces an old one.
    /// - Returns: A changed copy.
    func parameters(_ parameters: [String: String]) -> Self

    /// Where the browser comes back to.
    ///
    /// - Parameter redirectURL: `http://127.0.0.1:PORT/path` or `http://[::1]:PORT/path` is listened to. A URL of the
    ///   application's own scheme comes by ``WebAuthentication/handOver(_:)``; one that reaches this process in another way,
    ///   as an `https` URL does, is given to ``WebAuthentication/resume(with:)``.
    /// - Returns: A changed copy.
    func redirectURL(_ redirectURL: URL) -> Self

    /// Waits for `https://<tenant>/linux/<application ID>/callback` where no redirect URL is set; see ``redirectURL(_:)``.
    func useHTTPS() -> Self

    /// The login page, where it is not `/authorize` of the tenant; a query it has is left out.
    func authorizeURL(_ authorizeURL: URL) -> Self

    /// Who has to have issued the ID token; the base URL of the tenant by default.
    func issuer(_ issuer: String) -> Self

    /// How far the clocks of tenant and machine may differ.
    ///
    /// - Parameter leeway: Milliseconds: 60,000 by default. More than 300,000 makes the login fail.
    /// - Returns: A changed copy.
    func leeway(_ leeway: Int) -> Self

    /// How long ago the person may have logged in, before they are asked again.
    ///
    /// - Parameter maxAge: Seconds, as OpenID Connect defines them.
    /// - Returns: A changed copy.
    func maxAge(_ maxAge: Int) -> Self

    /// Logs in in a private window with a profile of its own, which is thrown away: nobody is logged in there, and nobody
    /// stays so. Needs Chromium or Firefox, or one of their kin, or a window of the program's own.
    func useEphemeralSession() -> Self

    /// Sends more headers with the first request for the login page, where the user agent can: a window of the program's own
    /// does. Browsers cannot be told; for them the log says which headers were not sent.
    ///
    /// - Parameter headers: A new value replaces an old one; names are compared without regard to case. One that is not well
    ///   formed makes the login fail.
    /// - Returns: A changed copy.
    func headers(_ headers: [String: String]) -> Self

    /// Shows the page in a user agent of yours.
    func provider(_ provider: @escaping WebAuthProvider) -> Self

    /// Is called when an answer has come and the page is closed, before the code is exchanged.
    func onClose(_ callback: (@Sendable () -> Void)?) -> Self

    /// Shows the page in a window of the program's own, such as the one of the product `Auth0WebView`.
    ///
    /// - Parameter provider: Makes the window.
    /// - Returns: A changed copy.
    func provider(_ provider: WebAuthWindowProvider) -> any WebAuth

    /// Comes back by a scheme of the application's own, see ``WebAuthentication/safariProvider(application:)``.
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
    /// - Parameter timeout: Ten minutes by default; more than a day is a day. Then the login fails with
    ///   ``WebAuthError/timedOut``.
    /// - Returns: A changed copy.
    func timeout(_ timeout: Duration) -> any WebAuth

    /// Sends the parameters to the tenant in a pushed authorization request, so that the browser carries only a reference.
    ///
    /// The tenant has to allow pushed authorization requests.
    ///
    /// - Returns: A changed copy.
    /// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
    func pushing() -> any WebAuth

    /// Allows this login to be under way at the same time as others that allow it, such as those of other clients in one
    /// process.
    ///
    /// Without it a second login fails with ``WebAuthError/transactionActiveAlready``: two login pages in one browser
    /// confuse the user.
    ///
    /// - Returns: A changed copy.
    func allowingOthers() -> any WebAuth

    /// Logs a person in and calls back.
    ///
    /// - Parameter callback: Called exactly once, with no lock held, on a background thread of the SDK.
    /// - Returns: Gives the login up when it is cancelled. Letting go of it changes nothing.
    @discardableResult
    func start(_ callback: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) -> any Cancellable

    /// Logs a person in, and waits on the caller's executor.
    ///
    /// Cancelling the task gives the login up.
    ///
    /// - Returns: Credentials, their ID token validated.
    /// - Throws: ``WebAuthError``.
    func start() async throws(WebAuthError) -> Credentials

    /// Publishes the credentials of a login.
    ///
    /// - Returns: A publisher that logs a person in anew for each subscriber, publishes one value and finishes, or fails.
    ///   Cancelling a subscription gives the login up.
    func start() -> AnyPublisher<Credentials, WebAuthError>

    /// Ends the session that the tenant keeps in the person's browser, and calls back.
    ///
    /// The callback URL has to be one of the application's allowed logout URLs.
    ///
    /// - Parameters:
    ///   - federated: Whether to end the session at the identity provider behind the connection, too.
    ///   - callback: Called exactly once, with success when the browser came back.
    /// - Returns: Gives the logout up when it is cancelled. Letting go of it changes nothing.
    @discardableResult
    func clearSession(
        federated: Bool, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable

    /// Ends the session that the tenant keeps in the person's browser, and waits until the browser has come back.
    ///
    /// - Parameter federated: Whether to end the session at the identity provider behind the connection, too.
    /// - Throws: ``WebAuthError``.
    func clearSession(federated: Bool) async throws(WebAuthError)

    /// Publishes the end of the session that the tenant keeps in the person's browser.
    ///
    /// - Parameter federated: Whether to end the session at the identity provider behind the connection, too.
    /// - Returns: A publisher that opens the browser for each subscriber.
    func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError>
}
