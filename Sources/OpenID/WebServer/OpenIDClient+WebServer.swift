import HTTPMessages
public import RequestPipeline

extension BrowserLogin {
    /// Begins a login for a web server: the user's browser is remote, and returns to a page of the server.
    ///
    /// ``redirectURI(_:)`` must specify that page. If the provider requires pushed authorization requests, continue
    /// with ``OpenIDClient/push(_:)``. Modifiers that control a local browser have no effect.
    ///
    /// - Returns: The login, to be kept in the browser's session, with the address to redirect the browser to.
    /// - Throws: An ``OpenIDError`` if the login's options are invalid, or if the provider's metadata lack the
    ///   authorization endpoint.
    public func pending() throws -> PendingLogin {
        do {
            guard let redirectURI = options.redirect else {
                throw AuthorizationError(
                    .requestInvalid, "set the page to which the browser returns: redirectURI(_:)")
            }
            let flow = try flow()
            return PendingLogin(
                url: try flow.request(redirectURI, thumbprint: nil).url().string, state: flow.state,
                redirectURI: redirectURI, nonce: flow.nonce, codeVerifier: flow.pkce.verifier,
                leeway: Int(clamping: expectations.leeway.components.seconds),
                maxAge: expectations.maxAge.map { Int(clamping: $0.components.seconds) },
                contextClasses: expectations.acceptedContextClasses)
        } catch { throw OpenIDError(cause: error) }
    }
}

extension OpenIDClient {
    /// Pushes the parameters of a login to the provider, so that the browser carries only a reference to them.
    ///
    /// - Parameter pending: The login.
    /// - Returns: A request for the same login with a new ``PendingLogin/url``.
    /// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
    public func push(_ pending: PendingLogin) -> Request<PendingLogin, OpenIDError> {
        let metadata = provider.metadata
        let request: Request<PendingLogin, OpenIDError> = post(
            metadata.pushedAuthorizationRequestEndpoint, named: "pushed_authorization_request_endpoint",
            decode: Decoders.tree { [id] json in
                guard let pushed = PushedAuthorization(json), let endpoint = metadata.authorizationEndpoint,
                    let url = try? pushed.url(at: endpoint, for: id)
                else { return nil }
                var copy = pending
                copy.url = url.string
                return copy
            })
        var fields: [String: any Sendable] = [:]
        for (name, value) in pending.parameters { fields[name] = value }
        return request.fields(freeForm: fields)
    }

    /// Finishes a login that a web server has begun.
    ///
    /// - Parameters:
    ///   - pending: The login, from the session of the same browser. Delete it from the session, whatever the result.
    ///   - query: The query of the redirect URI that the browser opened, still encoded; with `response_mode`
    ///     `form_post` the body of the form that the browser posted, still encoded. The provider's page posts the form,
    ///     so that a session cookie must be `SameSite=None` to be sent with it.
    /// - Returns: A request for credentials with a validated ID token. It fails without traffic if the query is not the
    ///   authorization response to this login, or if it is a refusal, with the provider's error code.
    public func finish(_ pending: PendingLogin, with query: String) -> Request<Credentials, OpenIDError> {
        let metadata = provider.metadata
        let validation = AuthorizationResponse.validate(
            query,
            expecting: .init(
                state: pending.state, issuer: metadata.issuer, requiresIssuer: metadata.includesIssuerInResponse))
        let response: Result<AuthorizationResponse, AuthorizationError> =
            switch validation {
            case .response(let result): result
            case .unrelated:
                .failure(AuthorizationError(.stateMismatch, "this is not the authorization response to that login"))
            }
        let code = (try? response.get().code) ?? ""
        let request = codeExchange(
            code: code, codeVerifier: pending.codeVerifier, redirectURI: pending.redirectURI
        ).expecting { pending.check(&$0.expectations) }
        guard case .failure(let error) = response else { return request }
        return request.failing(OpenIDError(cause: error))
    }
}
