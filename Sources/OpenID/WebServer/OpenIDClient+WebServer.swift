import HTTPMessages
public import RequestPipeline
import Streams

extension OpenIDClient {
    /// Begins a login for a web server: the user's browser is remote, and returns to a page of the server.
    ///
    /// <!-- swift: let client = try await openIDClient() -->
    ///
    /// ```swift
    /// let login = client.login().redirectURI("https://app.example.com/callback")
    /// let pending = try await client.begin(login).start()
    /// print(pending.url.contains("state=\(pending.state)"))
    /// // prints true
    /// ```
    ///
    /// Redirect the browser to ``PendingLogin/url``, and finish the login with ``finish(_:with:)-(PendingLogin,_)``.
    /// Each start of the request begins another login. Its parameters are pushed to the provider if the login or the
    /// provider requires it, and a missing DPoP key is created; otherwise nothing is sent.
    ///
    /// - Parameter login: The login, with ``BrowserLogin/redirectURI(_:)`` set to the server's page. It is begun as a
    ///   login of this client. It can be finished within its ``BrowserLogin/timeout(_:)``. Window and
    ///   ``BrowserLogin/allowingConcurrentLogins()``, which control a browser on this machine, have no effect here.
    /// - Returns: A request for the login, to be kept in the browser's session. It fails with
    ///   ``OpenIDError/Code/argumentInvalid`` if an option of the login is invalid, or if the request gets additional
    ///   parameters or header fields, and with ``OpenIDError/Code/unsupported`` if the provider's metadata lack an
    ///   endpoint.
    /// - SeeAlso: [RFC 6749 §4.1.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1),
    ///   [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
    public func begin(_ login: BrowserLogin) -> Request<PendingLogin, OpenIDError> {
        var login = login
        login.client = self
        let page: Result<HTTPURL, any Error> = Result {
            try provider.required(provider.metadata.authorizationEndpoint, named: "authorization_endpoint")
        }
        return Request(Endpoint(.get, "", below: page)) { [login] completion in
            let deliver = { @Sendable (result: Result<PendingLogin, any Error>) in
                DeliveryQueue.background.deliver { completion(result.mapError { OpenIDError(cause: $0) }) }
            }
            do {
                try login.options.checkTimeout()
                let (flow, redirectURI) = try (login.flow(), login.options.remoteRedirect)
                return flow.prepare(redirectURI) { page in
                    deliver(
                        page.map {
                            PendingLogin(
                                at: $0, redirectURI, flow, of: self, expecting: login.expectations,
                                within: login.options.session.timeout)
                        })
                }
            } catch {
                deliver(.failure(error))
                return ClosureCancellable()
            }
        }
    }

    /// Finishes a login that a web server has begun.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let login = client.login().redirectURI("https://app.example.com/callback")
    /// let pending = try await client.begin(login).start()
    /// let query = "code=forged&state=of-another-login" -->
    ///
    /// ```swift
    /// do {
    ///     _ = try await client.finish(pending, with: query).start()
    /// } catch let error as OpenIDError where error.code == .loginFailed {
    ///     print("Not the response to this login")
    /// }
    /// // prints Not the response to this login
    /// ```
    ///
    /// - Parameters:
    ///   - pending: The login, from the session of the same browser. Delete it from the session, whatever the result.
    ///   - query: The query of the redirect URI that the browser opened, still encoded; with `response_mode`
    ///     `form_post` the body of the form that the browser posted, still encoded. The provider's page posts the form,
    ///     so that a session cookie must be `SameSite=None` to be sent with it.
    /// - Returns: A request for credentials with a validated ID token. It fails without traffic if the query is not the
    ///   authorization response to this login or the login has expired; with the provider's error code if the response
    ///   is a refusal; and with ``OpenIDError/Code/argumentInvalid`` if a client of another issuer or another client ID
    ///   began the login.
    public func finish(_ pending: PendingLogin, with query: String) -> Request<Credentials, OpenIDError> {
        let metadata = provider.metadata
        let expectation = AuthorizationResponse.Expectation(
            state: pending.state, issuer: metadata.issuer, requiresIssuer: metadata.includesIssuerInResponse)
        let code = Result {
            try checkBegan("login", pending.issuer, pending.clientID)
            if let problem = pending.problem { throw OpenIDError(cause: problem) }
            return try response(query, to: expectation).code
        }
        let request = codeExchange(
            code: (try? code.get()) ?? "", codeVerifier: pending.codeVerifier, redirectURI: pending.redirectURI
        ).expecting { pending.check(&$0.expectations) }
        guard case .failure(let error) = code else { return request }
        return request.failing(error)
    }
}

extension OpenIDClient {
    /// Begins a logout for a web server: the user's browser is remote, and returns to a page of the server.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// let logout = client.logout(of: credentials).redirectURI("https://app.example.com/logged-out")
    /// let pending = try client.begin(logout)
    /// print(pending.url.contains("id_token_hint="))
    /// // prints true
    /// ```
    ///
    /// End the session of the server, redirect the browser to ``PendingLogout/url``, and check its return with
    /// ``finish(_:with:)-(PendingLogout,_)``. Nothing is sent, so there is no request to start.
    ///
    /// - Parameter logout: The logout, with ``BrowserLogout/redirectURI(_:)`` set to the server's page, which has to be
    ///   registered as a post-logout redirect URI. It is begun as a logout of this client. Window, timeout, completion
    ///   page and ``BrowserLogout/allowingConcurrentLogins()``, which control a browser on this machine, have no effect
    ///   here.
    /// - Returns: The logout, to be kept for the browser.
    /// - Throws: ``OpenIDError/Code/argumentInvalid`` if an option of the logout is invalid, and
    ///   ``OpenIDError/Code/unsupported`` if the provider's metadata have no `end_session_endpoint`.
    /// - SeeAlso: [OpenID Connect RP-Initiated Logout
    ///   §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)
    public func begin(_ logout: BrowserLogout) throws -> PendingLogout {
        do {
            let (redirectURI, state) = (try logout.options.remoteRedirect, try logout.newState())
            let page = try logout.page(of: self, returningTo: redirectURI, state: state)
            return PendingLogout(at: page.string, redirectURI, state: state, of: self)
        } catch { throw OpenIDError(cause: error) }
    }

    /// Verifies that the return of a browser ends a logout that a web server has begun.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let logout = client.logout(of: try await loggedIn()).redirectURI("https://app.example.com/logged-out")
    /// let pending = try client.begin(logout)
    /// let query = "state=of-another-page" -->
    ///
    /// ```swift
    /// do {
    ///     try client.finish(pending, with: query)
    /// } catch let error as OpenIDError where error.code == .loginFailed {
    ///     print("Another page sent the browser")
    /// }
    /// // prints Another page sent the browser
    /// ```
    ///
    /// - Parameters:
    ///   - pending: The logout, from the session of the same browser. Delete it, whatever the result.
    ///   - query: The query of the post-logout redirect URI that the browser opened, still encoded. With
    ///     ``BrowserLogout/withoutState()`` it proves nothing, and every query is accepted.
    /// - Throws: ``OpenIDError/Code/loginFailed`` if the query does not have the `state` of this logout, so that
    ///   another page may have sent the browser; ``OpenIDError/Code/refused`` if the provider returned an error;
    ///   ``OpenIDError/Code/argumentInvalid`` if a client of another issuer or another client ID began the logout.
    /// - SeeAlso: [OpenID Connect RP-Initiated Logout
    ///   §3](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RedirectionAfterLogout)
    public func finish(_ pending: PendingLogout, with query: String) throws {
        try checkBegan("logout", pending.issuer, pending.clientID)
        guard let state = pending.state else { return }
        _ = try response(query, to: .init(state: state, issuer: nil, wantsCode: false))
    }

    /// Returns the response in the query of a redirect URI.
    private func response(
        _ query: String, to expectation: AuthorizationResponse.Expectation
    ) throws(OpenIDError) -> AuthorizationResponse {
        let unrelated = AuthorizationError(.stateMismatch, "this is not the provider's response to that request")
        let response = AuthorizationResponse.validate(query, expecting: expectation) ?? .failure(unrelated)
        return try response.mapError { OpenIDError(cause: $0) }.get()
    }

    /// Checks that this client, compared as octets, began the login or logout of a browser.
    private func checkBegan(_ kind: String, _ issuer: String, _ clientID: String) throws(OpenIDError) {
        guard provider.metadata.issuer.isSame(as: issuer), id.isSame(as: clientID) else {
            throw OpenIDError(
                .argumentInvalid,
                "another client began this \(kind): finish it with client \(clientID) of \(issuer)")
        }
    }
}
