public import FoundationEssentials
import HTTP
package import OpenID
public import Pipeline

/// A login, or a logout, in a browser.
///
/// A value: each modifier returns a changed copy, and nothing happens before ``start(_:)``. The person's own browser is
/// opened at the tenant's login page. It comes back to a port of this machine that only this login listens to; the
/// code it brings is exchanged for credentials, and their ID token is validated, always.
///
/// Where nothing can open a page (no display, no `$BROWSER`) and a person looks at standard error, the address and a code
/// are shown there instead, for a phone or another computer: <doc:LoggingInFromATerminal>.
///
/// The callback URL, `http://127.0.0.1:PORT/callback`, has to be one of the application's allowed callback URLs. Where the
/// tenant does not accept any port, name a fixed one with ``redirectURL(_:)``.
///
/// Make one with ``webAuth(clientId:domain:session:)``.
///
/// - SeeAlso: [RFC 8252](https://www.rfc-editor.org/rfc/rfc8252), [RFC 9700](https://www.rfc-editor.org/rfc/rfc9700)
public struct WebAuth: Sendable, Trackable, Loggable, SenderConstraining {
    var authentication: Authentication
    var options = WebAuthOptions()

    init(_ authentication: Authentication) { self.authentication = authentication }

    /// How the client names the SDK to the server.
    public var telemetry: Telemetry {
        get { authentication.telemetry }
        set { authentication.telemetry = newValue }
    }
    /// Who is told what the client opens, sends and receives; nobody by default.
    public var logger: (any Logger)? {
        get { authentication.logger }
        set { authentication.logger = newValue }
    }
    /// The key that tokens are bound to; none by default.
    public var dpop: DPoP? {
        get { authentication.dpop }
        set { authentication.dpop = newValue }
    }
    /// The client ID of the application; empty when none was found.
    public var clientId: String { authentication.clientId }
    /// The base URL of the tenant.
    public var url: URL { authentication.url }

    /// Waits by other clocks where a login is in a terminal; for tests.
    package func timed(by time: TimeSource, _ alarm: Alarm) -> Self {
        changed { ($0.time, $0.alarm) = (time, alarm) }
    }

    func changed(_ change: (inout WebAuthOptions) -> Void) -> Self {
        var copy = self
        change(&copy.options)
        return copy
    }
}

extension WebAuth {
    /// Goes straight to a connection, such as `github`.
    public func connection(_ connection: String) -> Self { changed { $0["connection"] = connection } }

    /// What the tokens may do; `openid` is added when it is missing. `openid profile email` by default.
    public func scope(_ scope: String) -> Self { changed { $0["scope"] = scope.withOpenID } }

    /// What is asked of the identity provider behind the connection.
    public func connectionScope(_ connectionScope: String) -> Self {
        changed { $0["connection_scope"] = connectionScope }
    }

    /// The API the access token is for.
    public func audience(_ audience: String) -> Self { changed { $0["audience"] = audience } }

    /// The state of the login, in place of a random one. Use it once, and make it impossible to guess.
    public func state(_ state: String) -> Self { changed { $0["state"] = state } }

    /// The nonce of the login, in place of a random one: the ID token has to hold it.
    public func nonce(_ nonce: String) -> Self { changed { $0["nonce"] = nonce } }

    /// The organization to log in to, by ID (`org_…`) or name: the ID token has to be for it.
    public func organization(_ organization: String) -> Self { changed { $0["organization"] = organization } }

    /// The invitation to an organization that a person has followed.
    ///
    /// - Parameter invitationURL: The link, with `organization` and `invitation` in its query. Without them the login
    ///   fails with ``WebAuthError/invalidInvitationURL``. The ID token has to be for the organization.
    /// - Returns: A changed copy.
    public func invitationURL(_ invitationURL: URL) -> Self {
        changed { $0.invitation = invitationURL.absoluteString }
    }

    /// Adds parameters for the login page, such as `screen_hint`, `prompt` or `login_hint`.
    ///
    /// What makes the login safe stays as it is: `response_type`, `response_mode`, `client_id`, `redirect_uri` and the code
    /// challenge cannot be set here. A `state`, a `nonce`, an `organization` and a `max_age` are checked in the answer.
    ///
    /// - Parameter parameters: A new value replaces an old one.
    /// - Returns: A changed copy.
    public func parameters(_ parameters: [String: String]) -> Self {
        changed { options in
            for (name, value) in parameters.sorted(by: { $0.key < $1.key })
            where !WebAuthOptions.reserved.contains(name) {
                options[name] = name == "scope" ? value.withOpenID : value
            }
        }
    }

    /// Where the browser comes back to.
    ///
    /// - Parameter redirectURL: `http://127.0.0.1:PORT/path` or `http://[::1]:PORT/path` is listened to. A URL of the
    ///   application's own scheme comes by ``WebAuthentication/handOver(_:)``; one that reaches this process in another way,
    ///   as an `https` URL does, is given to ``WebAuthentication/resume(with:)``.
    /// - Returns: A changed copy.
    public func redirectURL(_ redirectURL: URL) -> Self { changed { $0.redirect = redirectURL.absoluteString } }

    /// Waits for `https://<tenant>/linux/<application ID>/callback` where no redirect URL is set; see ``redirectURL(_:)``.
    public func useHTTPS() -> Self { changed { $0.defaultRedirect = .https } }

    /// The login page, where it is not `/authorize` of the tenant; a query it has is left out.
    public func authorizeURL(_ authorizeURL: URL) -> Self {
        changed { $0.authorizeURL = String(authorizeURL.absoluteString.prefix { $0 != "?" && $0 != "#" }) }
    }

    /// Who has to have issued the ID token; the base URL of the tenant by default.
    public func issuer(_ issuer: String) -> Self { changed { $0.issuer = issuer } }

    /// How far the clocks of tenant and machine may differ.
    ///
    /// - Parameter leeway: Milliseconds: 60,000 by default. More than 300,000 makes the login fail.
    /// - Returns: A changed copy.
    public func leeway(_ leeway: Int) -> Self { self.leeway(.milliseconds(leeway)) }

    /// How far the clocks of tenant and machine may differ.
    ///
    /// - Parameter leeway: One minute by default. More than five make the login fail.
    /// - Returns: A changed copy.
    public func leeway(_ leeway: Duration) -> Self { changed { $0.leeway = leeway } }

    /// How long ago the person may have logged in, before they are asked again.
    ///
    /// - Parameter maxAge: Seconds, as OpenID Connect defines them.
    /// - Returns: A changed copy.
    public func maxAge(_ maxAge: Int) -> Self { changed { $0["max_age"] = String(maxAge) } }

    /// How long ago the person may have logged in, before they are asked again.
    ///
    /// - Parameter maxAge: Whole seconds count.
    /// - Returns: A changed copy.
    public func maxAge(_ maxAge: Duration) -> Self { self.maxAge(Int(clamping: maxAge.components.seconds)) }

    /// How long the person may take; ten minutes by default, at most a day.
    public func timeout(_ timeout: Duration) -> Self { changed { $0.timeout = timeout } }

    /// Logs in in a private window with a profile of its own, which is thrown away: nobody is logged in there, and nobody
    /// stays so. Needs Chromium or Firefox, or one of their kin, or a window of the program's own.
    public func useEphemeralSession() -> Self { changed { $0.isEphemeral = true } }

    /// Sends more headers with the first request for the login page, where the user agent can: a window of the program's own
    /// does. Browsers cannot be told; for them the log says which headers were not sent.
    ///
    /// - Parameter headers: A new value replaces an old one; names are compared without regard to case. One that is not well
    ///   formed makes the login fail.
    /// - Returns: A changed copy.
    public func headers(_ headers: [String: String]) -> Self {
        changed { options in
            for (name, value) in headers.sorted(by: { $0.key < $1.key }) { options.headers[name] = value }
        }
    }

    /// Shows the page in a user agent of yours.
    public func provider(_ provider: @escaping WebAuthProvider) -> Self { changed { $0.window = .custom(provider) } }

    /// Shows the page in a window of the program's own, such as the one of the product `Auth0WebView`.
    public func provider(_ provider: WebAuthWindowProvider) -> Self {
        changed { $0.window = .ofProgram(provider) }
    }

    /// Comes back by a scheme of the application's own, see ``WebAuthentication/safariProvider()``.
    public func provider(_ provider: WebAuthBrowserProvider) -> Self {
        changed { options in
            options.window = .browser
            options.defaultRedirect = .customScheme(application: provider.application)
        }
    }

    /// Is called when an answer has come and the page is closed, before the code is exchanged.
    public func onClose(_ callback: (@Sendable () -> Void)?) -> Self { changed { $0.onClose = callback } }

    /// Sends the parameters to the tenant beforehand, so that the browser carries only a name for them.
    ///
    /// The tenant has to allow pushed authorization requests.
    ///
    /// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
    public func pushing() -> Self { changed { $0.isPushing = true } }

    /// Lets this login be under way beside others that say the same, such as those of other clients in one process.
    ///
    /// Without it a second login fails with ``WebAuthError/transactionActiveAlready``: to a person who looks at one
    /// browser, two logins at a time are one too many.
    public func allowingOthers() -> Self { changed { $0.allowsOthers = true } }
}
