import ByteEncodings
public import FoundationEssentials
public import JOSE
import RequestPipeline
public import Streams

/// A login in the user's browser.
///
/// A value: each modifier returns a changed copy, and nothing happens before ``start(_:)``. The browser opens the
/// provider's login page and is redirected to a port of this machine on which only this login listens; the
/// authorization code is exchanged for credentials, and their ID token is always validated. PKCE with `S256`, `state`
/// and `nonce` are always sent, independently of the provider's metadata.
///
/// The redirect URI, `http://127.0.0.1:PORT/callback`, has to be registered for the client; a provider that follows
/// RFC 8252 §7.3 accepts any port. For other providers set a fixed port with ``redirectURI(_:)``.
///
/// - SeeAlso: [RFC 8252](https://www.rfc-editor.org/rfc/rfc8252), [RFC 9700](https://www.rfc-editor.org/rfc/rfc9700),
///   [OpenID Connect Core §3.1](https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth)
public struct BrowserLogin: Sendable {
    var client: OpenIDClient
    var options = BrowserOptions()
    var expectations = IDTokenExpectations()
    private var isPushing = false
    private var signingKey: SigningKey?
    private(set) var parameters: [(name: String, value: String)] = []
    /// The reason why the login cannot begin.
    private(set) var problem: AuthorizationError?

    init(_ client: OpenIDClient) {
        self.client = client
        options.session.logger = client.logger
        parameters = [("scope", OpenIDClient.defaultScope)]
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    /// Sets a parameter, or removes it with `nil`.
    private mutating func set(_ name: String, _ value: String?) {
        parameters.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
        if let value { parameters.append((name, value)) }
    }
}

extension BrowserLogin {
    /// Sets the scope of the tokens.
    ///
    /// - Parameter scope: Scopes with spaces between; `openid` is added when it is missing. The default is
    ///   `openid profile email`.
    /// - Returns: A changed copy.
    public func scope(_ scope: String) -> Self { changed { $0.set("scope", scope.withOpenID) } }

    /// Sets the prompts of the login page.
    ///
    /// - Parameter prompt: `none`, `login`, `consent`, `select_account`, or several with spaces between.
    /// - Returns: A changed copy.
    public func prompt(_ prompt: String) -> Self { changed { $0.set("prompt", prompt) } }

    /// Suggests an account to the login page.
    ///
    /// - Parameter hint: The email address or user name of the expected user.
    /// - Returns: A changed copy.
    public func loginHint(_ hint: String) -> Self { changed { $0.set("login_hint", hint) } }

    /// Sets the languages of the login page.
    ///
    /// - Parameter tags: BCP 47 language tags, the preferred first.
    /// - Returns: A changed copy.
    public func uiLocales(_ tags: [String]) -> Self { changed { $0.set("ui_locales", tags.joined(separator: " ")) } }

    /// Requires that the user logged in recently; the `auth_time` of the ID token is validated.
    ///
    /// - Parameter maxAge: The longest time since the user logged in, in whole seconds: fractions are cut off. A
    ///   negative value makes the login fail with ``OpenIDError/Code/argumentInvalid``.
    /// - Returns: A changed copy.
    public func maxAge(_ maxAge: Duration) -> Self {
        changed { login in
            login.set("max_age", String(maxAge.components.seconds))
            login.expectations.maxAge = maxAge
        }
    }

    /// Requires one of several authentication context classes; the `acr` of the ID token is validated.
    ///
    /// - Parameter values: The classes, the preferred first.
    /// - Returns: A changed copy.
    public func acrValues(_ values: [String]) -> Self {
        changed { login in
            login.set("acr_values", values.joined(separator: " "))
            login.expectations.acceptedACRValues = values
        }
    }

    /// Requests fine-grained permissions, which ``Credentials/authorizationDetails`` then contain as far as they were
    /// granted.
    ///
    /// They may be personal data: ``pushing()`` keeps them out of the browser.
    ///
    /// - Parameter details: The permissions, which replace earlier ones; none removes them.
    /// - Returns: A changed copy.
    /// - SeeAlso: [RFC 9396 §3](https://www.rfc-editor.org/rfc/rfc9396#section-3)
    public func authorizationDetails(_ details: [AuthorizationDetail]) -> Self {
        changed { $0.set("authorization_details", details.isEmpty ? nil : details.parameter) }
    }

    /// Sets the tolerated difference between the clocks of provider and client.
    ///
    /// - Parameter leeway: 60 seconds by default; more than 300 seconds make the login fail.
    /// - Returns: A changed copy.
    public func leeway(_ leeway: Duration) -> Self {
        changed { $0.expectations.leeway = leeway }
    }

    /// Sets the audiences that the ID token may have besides the client; a token for any other one is refused.
    ///
    /// - Parameter audiences: The trusted audiences, compared byte by byte; none by default. A token for one of them
    ///   must name the client as its authorized party (`azp`).
    /// - Returns: A changed copy.
    /// - SeeAlso: [OpenID Connect Core
    ///   §3.1.3.7](https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation) (3)-(5)
    public func trustedAudiences(_ audiences: [String]) -> Self {
        changed { $0.expectations.trustedAudiences = audiences }
    }

    /// Adds parameters to the authorization request; a new value replaces an old one of the same name.
    ///
    /// A `max_age` and the `acr_values` are validated in the response, as by ``maxAge(_:)`` and ``acrValues(_:)``.
    ///
    /// - Parameter parameters: The parameters that protect the login cannot be set: `client_id`, `redirect_uri`,
    ///   `response_type`, `response_mode`, `code_challenge`, `request` and similar ones make it fail with
    ///   ``OpenIDError/Code/argumentInvalid``. A web server may set the `response_mode` `form_post`, which Apple
    ///   requires for the scopes `name` and `email`.
    /// - Returns: A changed copy.
    public func parameters(_ parameters: [String: String]) -> Self {
        changed { login in
            for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
                switch name {
                // Only for web servers; a browser on this machine returns with a query: `begin`.
                case "response_mode" where value == "form_post": login.set(name, value)
                case _ where ParameterName(name).isOne(of: CodeFlow.reserved):
                    login.problem = AuthorizationError(
                        .requestInvalid, "the parameter \(name.escapedForLog) cannot be set")
                case "scope": login.set(name, value.withOpenID)
                case "max_age":
                    login.set(name, value)
                    login.expectations.maxAge = Int(value).map { .seconds($0) }
                    guard login.expectations.maxAge == nil else { continue }
                    login.problem = AuthorizationError(.requestInvalid, "max_age has to be a number of seconds")
                case "acr_values": login = login.acrValues(value.distinctWords)
                default: login.set(name, value)
                }
            }
        }
    }

    /// Sets the redirect URI.
    ///
    /// - Parameter redirectURI: `http://127.0.0.1:PORT/path` or `http://[::1]:PORT/path`, on which the login listens; a
    ///   URI of the program's own scheme such as `com.example.app:/callback`, for which the desktop starts another
    ///   process that calls ``handOver(_:)``; or an `https` URI, whose response you pass to ``resume(with:)``.
    /// - Returns: A changed copy.
    public func redirectURI(_ redirectURI: String) -> Self { changed { $0.options.redirect = redirectURI } }

    /// Listens on the first free one of ``RedirectURI/stablePorts``, for providers that compare redirect URIs exactly.
    package func onStablePort() -> Self { changed { $0.options.defaultRedirect = .stablePort() } }

    /// Limits the time for the user.
    ///
    /// - Parameter timeout: The limit, more than zero and at most a day, or the login fails; ten minutes by default.
    /// - Returns: A changed copy.
    public func timeout(_ timeout: Duration) -> Self { changed { $0.options.session.timeout = timeout } }

    /// Sets the page that the browser shows at the end, after the redirect to 127.0.0.1.
    ///
    /// - Parameter page: The page; by default the SDK's page in English. If an address cannot be used, the login fails
    ///   with ``AuthorizationError/Code/listenerUnavailable``.
    /// - Returns: A changed copy.
    public func completionPage(_ page: CompletionPage) -> Self {
        changed { $0.options.session.completionPage = page }
    }

    /// Sets the window that shows the login page.
    ///
    /// - Parameter window: The window; the user's browser by default.
    /// - Returns: A changed copy.
    public func window(_ window: LoginWindow) -> Self { changed { $0.options.window = window } }

    /// Allows this login to run concurrently with other logins that allow it.
    public func allowingConcurrentLogins() -> Self { changed { $0.options.session.allowsOthers = true } }

    /// Sends the parameters to the provider in a pushed authorization request, so that the browser carries only a
    /// reference.
    ///
    /// If the provider requires it, the request is pushed without this, too. The login fails with
    /// ``OpenIDError/Code/unsupported`` when the provider has no endpoint for it.
    ///
    /// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
    public func pushing() -> Self { changed { $0.isPushing = true } }

    /// Sends the parameters in a signed request object, so that nothing on the way to the provider can change them.
    ///
    /// The browser carries the object, or with ``pushing()`` a reference to it. Each login has a new object of the type
    /// `oauth-authz-req+jwt`, for the provider's issuer, and valid for five minutes.
    ///
    /// - Parameter key: The key, whose ``JOSE/SigningKey/id`` is sent as `kid` and whose public half the provider
    ///   knows. Its algorithm has to be one that the provider accepts (`request_object_signing_alg_values_supported`).
    /// - Returns: A changed copy.
    /// - SeeAlso: [RFC 9101](https://www.rfc-editor.org/rfc/rfc9101)
    public func signingRequest(with key: SigningKey) -> Self { changed { $0.signingKey = key } }
}

extension BrowserLogin {
    /// Logs a user in and calls back.
    ///
    /// - Parameter callback: Called exactly once, with no lock held, on a background thread of the SDK.
    /// - Returns: A handle that cancels the login; releasing it has no effect.
    @preconcurrency @discardableResult
    public func start(_ callback: @escaping @Sendable (Result<Credentials, OpenIDError>) -> Void) -> any Cancellable {
        operation.start(callback)
    }

    /// Logs a user in; returns on the caller's executor.
    ///
    /// Cancelling the task cancels the login.
    ///
    /// - Returns: Credentials with a validated ID token.
    /// - Throws: ``OpenIDError``.
    public func start() async throws -> Credentials { try await operation.value() }

    /// Publishes the credentials of a login, as ``publisher()`` does.
    public func start() -> AnyPublisher<Credentials, OpenIDError> { operation.publisher() }

    /// Logs a user in, as the `async` function `start()`; returns the failure with its type.
    public func result() async -> Result<Credentials, OpenIDError> { await operation.result() }

    /// Publishes the credentials of a login, by a name that no other style has.
    ///
    /// - Returns: A publisher that begins a login for each subscriber, publishes one value and finishes, or fails.
    ///   Cancelling a subscription cancels its login.
    public func publisher() -> AnyPublisher<Credentials, OpenIDError> { operation.publisher() }

    /// Passes a URL with which the system started this program, or one from another process, to the login that waits
    /// for it.
    ///
    /// - Parameter url: The URL that the browser was sent to.
    /// - Returns: Whether it was the response to a login or a logout. If not, nothing has changed.
    @discardableResult
    public static func resume(with url: URL) -> Bool { Transactions.ofProcess.resume(with: url.absoluteString) }

    /// Cancels every login and logout of this process; they fail with ``OpenIDError/Code/cancelled``.
    public static func cancelAll() { Transactions.ofProcess.cancel() }

    private var operation: Operation<Credentials, OpenIDError> {
        Operation(inBrowser: { completion in try begin(completion) })
    }

    private func begin(_ completion: @escaping @Sendable (Result<Credentials, OpenIDError>) -> Void) throws
        -> any Cancellable
    {
        let metadata = client.provider.metadata
        guard !parameters.contains(where: { $0.name == "response_mode" }) else {
            throw AuthorizationError(.requestInvalid, "a browser on this machine comes back with a query")
        }
        let flow = try flow()
        let plan = try options.plan(
            expecting: .init(
                state: flow.state, issuer: metadata.issuer, requiresIssuer: metadata.includesIssuerInResponse)
        ) { flow.prepare($0, $1) }
        return CodeFlow.begin(
            plan, sessionFailing: { OpenIDError(cause: $0) }, exchange: { exchange(of: $0, to: $1, in: flow) },
            exchangeFailing: { $0 }, completion: completion)
    }

    func flow() throws -> CodeFlow {
        if let problem { throw problem }
        let metadata = client.provider.metadata
        let endpoint = try client.provider.required(metadata.authorizationEndpoint, named: "authorization_endpoint")
        var flow = try CodeFlow(to: endpoint, clientID: client.id, parameters: parameters)
        flow.dpop = client.dpop
        flow.signer = signingKey.map { RequestSigner($0, audience: metadata.issuer) }
        if isPushing || metadata.requiresPushedAuthorizationRequests { flow.push = try client.push }
        // Contradictory expectations fail before the user logs in.
        if let problem = exchange(of: "", to: "", in: flow).problem { throw problem }
        return flow
    }

    private func exchange(of code: String, to redirectURI: String, in flow: CodeFlow) -> Request<
        Credentials, OpenIDError
    > {
        client.codeExchange(code: code, codeVerifier: flow.pkce.verifier, redirectURI: redirectURI).expecting { check in
            check.expectations = expectations
            check.expectations.nonce = flow.nonce
            check.expectations.code = code.isEmpty ? nil : code
        }
    }
}

extension BrowserLogin: _Redacted {
    /// A mirror of the client: a parameter may be a secret, such as a hint or a token.
    public var customMirror: Mirror { Mirror(self, children: ["client": client]) }
}
