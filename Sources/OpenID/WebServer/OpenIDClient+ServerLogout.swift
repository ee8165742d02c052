extension OpenIDClient {
    /// Begins a logout for a web server: the user's browser is remote, and returns to a page of the server.
    ///
    /// ```swift
    /// let logout = client.logout(of: credentials).redirectURI("https://app.example.com/logged-out")
    /// let pending = try client.begin(logout)
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
        switch AuthorizationResponse.validate(query, expecting: .init(state: state, issuer: nil, wantsCode: false)) {
        case .response(.success): return
        case .response(.failure(let error)): throw OpenIDError(cause: error)
        case .unrelated:
            throw OpenIDError(
                cause: AuthorizationError(.stateMismatch, "this is not the provider's response to that logout"))
        }
    }
}
