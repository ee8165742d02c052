import HTTPMessages
public import RequestPipeline
import Streams

extension OpenIDClient {
    /// Begins a login for a web server: the user's browser is remote, and returns to a page of the server.
    ///
    /// ```swift
    /// let login = client.login().redirectURI("https://app.example.com/callback")
    /// let pending = try await client.begin(login).start()
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
        let page = Result {
            try provider.required(provider.metadata.authorizationEndpoint, named: "authorization_endpoint")
        }
        return Request(Endpoint(.get, "", below: page.mapError { $0 })) { [login] completion in
            let deliver = { @Sendable (result: Result<PendingLogin, any Error>) in
                DeliveryQueue.background.deliver { completion(result.mapError { OpenIDError(cause: $0) }) }
            }
            do {
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
        do {
            try checkBegan("login", pending.issuer, pending.clientID)
        } catch { return request.failing(error) }
        if let problem = pending.problem { return request.failing(OpenIDError(cause: problem)) }
        guard case .failure(let error) = response else { return request }
        return request.failing(OpenIDError(cause: error))
    }
}

extension OpenIDClient {
    /// Checks that this client, compared as octets, began the login or logout of a browser.
    func checkBegan(_ kind: String, _ issuer: String, _ clientID: String) throws(OpenIDError) {
        guard provider.metadata.issuer.isSame(as: issuer), id.isSame(as: clientID) else {
            throw OpenIDError(
                .argumentInvalid,
                "another client began this \(kind): finish it with client \(clientID) of \(issuer)")
        }
    }
}
