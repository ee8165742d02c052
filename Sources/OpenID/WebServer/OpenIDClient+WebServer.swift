import HTTPMessages
public import RequestPipeline

extension BrowserLogin {
    /// Begins a login for a web server: the browser is somebody else's, and comes back to a page of the server.
    ///
    /// Where the provider requires pushed requests, go on with ``OpenIDClient/push(_:)``. ``redirectURI(_:)`` has to name that page. Modifiers that say how a browser is opened here mean nothing.
    ///
    /// - Returns: What to keep until the browser comes back, and where to send it.
    /// - Throws: ``OpenIDError`` when the login makes no sense, or the provider names no authorization endpoint.
    public func pending() throws -> PendingLogin {
        do {
            guard let redirectURI = options.redirect else {
                throw AuthorizationError(
                    .requestInvalid, "name the page that the browser comes back to: redirectURI(_:)")
            }
            let flow = try flow()
            return PendingLogin(
                url: try flow.request(redirectURI, thumbprint: nil).url().string, state: flow.state,
                redirectURI: redirectURI, nonce: flow.nonce, codeVerifier: flow.pkce.verifier,
                leeway: Int(clamping: expectations.leeway.components.seconds), maxAge: expectations.maxAge,
                contextClasses: expectations.acceptedContextClasses)
        } catch { throw OpenIDError(cause: error) }
    }
}

extension OpenIDClient {
    /// Sends the parameters of a login to the provider beforehand, so that the browser carries only a name for them.
    ///
    /// - Parameter pending: The login.
    /// - Returns: A request for the same login with another address.
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

    /// Finishes a login that a web server began.
    ///
    /// - Parameters:
    ///   - pending: What was kept in the session of this very browser. Forget it, whatever comes of it.
    ///   - query: The query with which the browser came to the redirect URI, as it stands in the address; where the login
    ///     asked for the `response_mode` `form_post`, the form that the browser posted, as it stands in the body. A form
    ///     comes from the provider's page, so that a cookie of the session has to be `SameSite=None` to come with it.
    /// - Returns: A request for credentials, their ID token validated. It fails without traffic when the query is not the
    ///   answer to this login, with the provider's word when it is a refusal.
    public func finish(_ pending: PendingLogin, with query: String) -> Request<Credentials, OpenIDError> {
        let metadata = provider.metadata
        let validation = AuthorizationResponse.validate(
            query,
            expecting: .init(state: pending.state, issuer: metadata.issuer, requiresIssuer: metadata.answersWithIssuer))
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
