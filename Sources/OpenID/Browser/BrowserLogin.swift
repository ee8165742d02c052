import RequestPipeline
public import Streams

/// A login in the person's browser.
///
/// A value: each modifier returns a changed copy, and nothing happens before ``start(_:)``. The browser is opened at the
/// provider's login page. It comes back to a port of this machine that only this login listens to; the code it brings is
/// exchanged for credentials, and their ID token is validated, always. PKCE with `S256`, `state` and `nonce` are always
/// sent, whatever the provider says that it supports.
///
/// The redirect URI, `http://127.0.0.1:PORT/callback`, has to be registered for the client; a provider that follows
/// RFC 8252 §7.3 accepts any port. Where it does not, name a fixed one with ``redirectURI(_:)``.
///
/// - SeeAlso: [RFC 8252](https://www.rfc-editor.org/rfc/rfc8252), [RFC 9700](https://www.rfc-editor.org/rfc/rfc9700),
///   [OpenID Connect Core §3.1](https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth)
public struct BrowserLogin: Sendable {
    let client: OpenIDClient
    var options: BrowserOptions
    var expectations = IDTokenExpectations()
    var isPushing = false
    private(set) var parameters: [(name: String, value: String)] = []
    /// Why it cannot begin.
    private(set) var problem: AuthorizationError?

    init(_ client: OpenIDClient) {
        self.client = client
        options = BrowserOptions(logger: client.logger)
        parameters = [("scope", OpenIDClient.defaultScope)]
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    private static let formPost = "form_post"

    private mutating func set(_ name: String, _ value: String) {
        parameters.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
        parameters.append((name, value))
    }
}

extension BrowserLogin {
    /// What the tokens may do; `openid` is added when it is missing. `openid profile email` by default.
    public func scope(_ scope: String) -> Self { changed { $0.set("scope", scope.withOpenID) } }

    /// How the provider treats the person: `none`, `login`, `consent`, `select_account`, or several with spaces between.
    public func prompt(_ prompt: String) -> Self { changed { $0.set("prompt", prompt) } }

    /// Who probably logs in, for the login page.
    public func loginHint(_ hint: String) -> Self { changed { $0.set("login_hint", hint) } }

    /// The languages of the login page, the preferred first.
    public func uiLocales(_ tags: [String]) -> Self { changed { $0.set("ui_locales", tags.joined(separator: " ")) } }

    /// How many seconds ago the person may have logged in; the ID token has to say that it is no longer ago.
    public func maxAge(_ seconds: Int) -> Self {
        changed { login in
            login.set("max_age", String(seconds))
            login.expectations.maxAge = seconds
        }
    }

    /// How the person has to log in, the preferred way first; the ID token has to say that it was one of them.
    public func contextClasses(_ values: [String]) -> Self {
        changed { login in
            login.set("acr_values", values.joined(separator: " "))
            login.expectations.acceptedContextClasses = values
        }
    }

    /// How far the clocks of provider and client may differ: 60 seconds by default, at most 300.
    public func leeway(_ leeway: Duration) -> Self {
        changed { $0.expectations.leeway = Int(exactly: leeway.components.seconds) ?? -1 }
    }

    /// More parameters for the login page; a new value replaces an old one of the same name.
    ///
    /// - Parameter parameters: What protects the login is its own to say: `client_id`, `redirect_uri`, `response_type`,
    ///   `response_mode`, `code_challenge`, `request` and their like make it fail with ``OpenIDError/Code/argumentInvalid``.
    ///   A web server may ask for the `response_mode` `form_post`, which Apple wants where a name or an address is asked for.
    /// - Returns: A changed copy.
    public func parameters(_ parameters: [String: String]) -> Self {
        changed { login in
            for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
                switch name {
                // For web servers; a browser on this machine comes back with a query: `begin`.
                case "response_mode" where value == Self.formPost: login.set(name, value)
                case _ where CodeFlow.reserved.contains(name):
                    login.problem = AuthorizationError(.requestInvalid, "the parameter \(name) is not yours to set")
                case "scope": login.set(name, value.withOpenID)
                case "max_age":
                    login.set(name, value)
                    login.expectations.maxAge = Int(value) ?? -1
                default: login.set(name, value)
                }
            }
        }
    }

    /// Where the browser comes back to: `http://127.0.0.1:PORT/path`, or `[::1]`, which is listened to; a scheme of
    /// the program's own such as `com.example.app:/callback`, for which the desktop starts another process that calls
    /// ``handOver(_:)``; or `https`, whose answer is brought to ``resume(with:)``.
    public func redirectURI(_ redirectURI: String) -> Self { changed { $0.options.redirect = redirectURI } }

    /// How long the person may take; ten minutes by default, at most a day.
    public func timeout(_ timeout: Duration) -> Self { changed { $0.options.timeout = timeout } }

    /// What shows the login page; the person's own browser by default.
    public func window(_ window: LoginWindow) -> Self { changed { $0.options.window = window } }

    /// Lets this login be under way beside others that say the same.
    public func allowingOthers() -> Self { changed { $0.options.allowsOthers = true } }

    /// Sends the parameters to the provider beforehand, so that the browser carries only a name for them.
    ///
    /// Where the provider requires that it is done anyway. The login fails with ``OpenIDError/Code/unsupported`` where the
    /// provider has no endpoint for it.
    ///
    /// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
    public func pushing() -> Self { changed { $0.isPushing = true } }
}

extension BrowserLogin {
    /// Logs a person in and calls back.
    ///
    /// - Parameter callback: Called exactly once, with no lock held, on a background thread of the SDK.
    /// - Returns: Gives the login up when it is cancelled. Letting go of it changes nothing.
    @discardableResult
    public func start(_ callback: @escaping @Sendable (Result<Credentials, OpenIDError>) -> Void) -> any Cancellable {
        operation.start(callback)
    }

    /// Logs a person in, and waits on the caller's executor.
    ///
    /// Cancelling the task gives the login up.
    ///
    /// - Returns: Credentials, their ID token validated.
    /// - Throws: ``OpenIDError``.
    public func start() async throws(OpenIDError) -> Credentials { try await operation.value() }

    /// Publishes the credentials of a login.
    ///
    /// - Returns: A publisher that logs a person in anew for each subscriber, publishes one value and finishes, or fails.
    ///   Cancelling a subscription gives the login up.
    public func start() -> AnyPublisher<Credentials, OpenIDError> { operation.publisher() }

    /// Hands on an address with which the system started this program, or one that another process passed on.
    ///
    /// - Parameter address: What the browser was sent to.
    /// - Returns: Whether it was the answer that somebody waited for. If not, nothing has changed.
    @discardableResult
    public static func resume(with address: String) -> Bool { Transactions.ofProcess.resume(with: address) }

    /// Ends every login and logout that is under way in this process, with ``OpenIDError/Code/cancelled``.
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
        var flow = try flow()
        flow.dpop = client.dpop
        if isPushing || metadata.requiresPushedAuthorizationRequests { flow.push = try client.push }
        let plan = try options.plan(
            expecting: .init(
                state: flow.state, issuer: metadata.issuer, requiresIssuer: metadata.answersWithIssuer)
        ) { [flow] in flow.prepare($0, $1) }
        return CodeFlow.begin(
            plan, failures: .init(session: { OpenIDError(cause: $0) }, exchange: { $0 }),
            exchange: { [flow] in exchange(of: $0, to: $1, in: flow) }, completion: completion)
    }

    /// What is made for one login.
    func flow() throws -> CodeFlow {
        if let problem { throw problem }
        let endpoint = try client.provider.required(
            client.provider.metadata.authorizationEndpoint, named: "authorization_endpoint")
        let flow = try CodeFlow(to: endpoint, clientID: client.id, parameters: parameters)
        // What makes no sense is said before anybody logs in.
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
