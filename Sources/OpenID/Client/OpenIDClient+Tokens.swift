import ByteEncodings
import JOSE
public import RequestPipeline

extension OpenIDClient {
    /// Exchanges the authorization code of a login for credentials.
    ///
    /// ``login()`` includes this exchange. The ID token is validated; its nonce only if `nonce` is given.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let pkce = try PKCE()
    /// let redirectURI = "http://127.0.0.1:8484/callback"
    /// let code = try exampleTenant.issueAuthorizationCode(
    /// for: "john@example.com", codeChallenge: pkce.challenge, redirectURI: redirectURI) -->
    ///
    /// ```swift
    /// let credentials = try await client
    ///     .codeExchange(code: code, codeVerifier: pkce.verifier, redirectURI: redirectURI)
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - code: The authorization code.
    ///   - codeVerifier: The PKCE verifier whose challenge the authorization request contained.
    ///   - redirectURI: The redirect URI of the authorization request.
    ///   - nonce: The nonce of the authorization request; `nil` skips its comparison.
    /// - Returns: A request for credentials.
    /// - SeeAlso: [RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3),
    ///   [RFC 7636 §4.5](https://www.rfc-editor.org/rfc/rfc7636#section-4.5)
    public func codeExchange(
        code: String, codeVerifier: String, redirectURI: String, nonce: String? = nil
    ) -> Request<Credentials, OpenIDError> {
        validated(
            grant("authorization_code").fields([
                "code": code,
                "code_verifier": codeVerifier,
                "redirect_uri": redirectURI,
            ])
        ) {
            $0.expectations.nonce = nonce
            $0.expectations.code = code
        }
    }

    /// Renews credentials with their refresh token.
    ///
    /// The result keeps values that the server response leaves out: the refresh token, if the provider does not rotate
    /// it, and the ID token; a response without a scope has granted the requested one. A new ID token must have the
    /// same subject, issuer and client. A provider that rotates refresh tokens invalidates the old one: store the
    /// result before you do anything else, and never send the old token again.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// let renewed = try await client.renew(credentials).start()
    /// print(renewed.accessToken == credentials.accessToken)
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - credentials: The credentials to renew; without a refresh token, with an ID token that cannot be decoded, or
    ///     with a token that is bound to a key by a client without ``dpop``, the request fails immediately with
    ///     ``OpenIDError/Code/argumentInvalid`` and sends nothing. If the key no longer exists, it fails with
    ///     ``OpenIDError/Code/keyUnavailable``, and sends nothing either.
    ///   - scope: A subset of the scopes of the login, separated by spaces; `nil` keeps them all.
    /// - Returns: A request for credentials.
    /// - SeeAlso: [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6),
    ///   [OpenID Connect Core §12](https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokens)
    public func renew(_ credentials: Credentials, scope: String? = nil) -> Request<Credentials, OpenIDError> {
        let refreshToken = credentials.refreshToken ?? ""
        let previous = try? decode(jwt: credentials.idToken)
        let isBound = credentials.tokenType.lowercased() == "dpop"
        var problem: OpenIDError?
        if refreshToken.isEmpty {
            problem = OpenIDError(.argumentInvalid, "there is no refresh token: log in with the scope offline_access")
        } else if previous == nil, !credentials.idToken.isEmpty {
            // Before the request: a new ID token could not be compared, and the refresh token would be spent.
            problem = OpenIDError(.argumentInvalid, "the ID token of the credentials cannot be decoded: log in again")
        } else {
            problem = keyProblem(of: credentials)
        }
        return validated(
            grant("refresh_token").fields(["refresh_token": refreshToken, "scope": scope])
                .completing { $0.completed(by: credentials, requesting: scope) }
                .presentingBoundToken(isBound)
                .failing(problem)
        ) {
            $0.keptIDToken = credentials.idToken
            $0.expectations.previousIDToken = previous
        }
    }

    /// The error of credentials that are bound to a key, if the client has none: a provider refuses their tokens.
    func keyProblem(of credentials: Credentials) -> OpenIDError? {
        guard dpop == nil, credentials.tokenType.lowercased() == "dpop" else { return nil }
        return OpenIDError(
            .argumentInvalid, "the credentials are bound to a DPoP key: create the client with useDPoP()")
    }

    /// Requests an access token for the client itself, which must authenticate: for servers and background jobs.
    ///
    /// <!-- swift: let provider = try await OpenID.discover(exampleTenant.domain + "/").start()
    /// let secret = "a-secret-that-only-the-server-knows-2026" -->
    ///
    /// ```swift
    /// let server = provider.client(id: "emulatorServer0000000000000000001", authentication: .secretPost(secret))
    /// let credentials = try await server.clientCredentials(audience: "https://api.example.com/").start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - scope: The scopes, separated by spaces; `nil`, the default, leaves the choice to the provider.
    ///   - audience: The identifier of the API, for providers that accept `audience`, such as Auth0; `nil` by default.
    ///     For other providers use `parameters(["resource": …])` ([RFC 8707](https://www.rfc-editor.org/rfc/rfc8707)).
    /// - Returns: A request for credentials; they usually have neither ID token nor refresh token.
    /// - SeeAlso: [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4)
    public func clientCredentials(
        scope: String? = nil, audience: String? = nil
    ) -> Request<Credentials, OpenIDError> {
        validated(grant("client_credentials").fields(["scope": scope, "audience": audience]).withoutOpenID()) {
            $0.keptIDToken = ""
        }
    }

    /// Requests tokens with a grant that has no dedicated method, such as an assertion of another system
    /// (`urn:ietf:params:oauth:grant-type:jwt-bearer`), or a password.
    ///
    /// <!-- swift: let client = try await openIDClient() -->
    ///
    /// ```swift
    /// let parameters = ["username": "john@example.com", "password": "Sesame-2026!", "scope": "openid"]
    /// let credentials = try await client.tokens(grantType: "password", parameters: parameters).start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// An ID token in the response is validated.
    ///
    /// - Parameters:
    ///   - grantType: The grant type: a name, or the URI of an extension grant.
    ///   - parameters: The parameters of the grant. Parameters that this client sets itself make the request fail with
    ///     ``OpenIDError/Code/argumentInvalid`` before it is sent: `grant_type`, `client_id`, `client_secret`,
    ///     `client_assertion` and `client_assertion_type`.
    /// - Returns: A request for credentials.
    /// - SeeAlso: [RFC 6749 §4.5](https://www.rfc-editor.org/rfc/rfc6749#section-4.5)
    public func tokens(grantType: String, parameters: [String: String] = [:]) -> Request<Credentials, OpenIDError> {
        let refused = parameters.keys.filter { ParameterName($0).isOne(of: Self.ownParameters) }.map(\.escapedForLog)
            .sorted()
            .joined(separator: ", ")
        let problem = OpenIDError(.argumentInvalid, "the client sets these parameters itself: \(refused)")
        return validated(
            grant(grantType).fields(freeForm: parameters).withoutOpenID().failing(refused.isEmpty ? nil : problem)
        ) { $0.keptIDToken = "" }
    }

    private static let ownParameters: Set = [
        "grant_type", "client_id", "client_secret", "client_assertion", "client_assertion_type",
    ]

    /// Revokes a token. Revoking a refresh token ends its session.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// try await client.revoke(credentials.refreshToken ?? "", hint: .refreshToken).start()
    /// do {
    ///     _ = try await client.renew(credentials).start()
    /// } catch let error as OpenIDError where error.providerCode == "invalid_grant" {
    ///     print("log in again")
    /// }
    /// // prints log in again
    /// ```
    ///
    /// - Parameters:
    ///   - token: The token; a token that the provider does not know is not an error. With an empty one the request
    ///     fails with ``OpenIDError/Code/argumentInvalid``, and sends nothing.
    ///   - hint: The kind of the token; `nil`, the default, if it is not known.
    /// - Returns: A request without a result.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    public func revoke(_ token: String, hint: TokenTypeHint? = nil) -> Request<Void, OpenIDError> {
        post(provider.metadata.revocationEndpoint, named: "revocation_endpoint", decode: Decoders.nothing)
            .fields(["token": token, "token_type_hint": hint?.rawValue]).failing(Self.problem(of: token))
    }

    /// Requests the state of a token and its claims from the provider. For servers, which must authenticate as a
    /// client.
    ///
    /// <!-- swift: let provider = try await OpenID.discover(exampleTenant.domain + "/").start()
    /// let secret = "a-secret-that-only-the-server-knows-2026"
    /// let server = provider.client(id: "emulatorServer0000000000000000001", authentication: .secretPost(secret))
    /// let credentials = try await server.clientCredentials(audience: "https://api.example.com/").start() -->
    ///
    /// ```swift
    /// let state = try await server.introspect(credentials.accessToken, hint: .accessToken).start()
    /// print(state.isActive)
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - token: The token, which must not be empty, as in ``revoke(_:hint:)``.
    ///   - hint: The kind of the token; `nil`, the default, if it is not known.
    /// - Returns: A request for the provider's record of the token; an inactive token is not an error.
    /// - SeeAlso: [RFC 7662](https://www.rfc-editor.org/rfc/rfc7662)
    public func introspect(_ token: String, hint: TokenTypeHint? = nil) -> Request<TokenIntrospection, OpenIDError> {
        post(
            provider.metadata.introspectionEndpoint, named: "introspection_endpoint",
            decode: Decoders.tree(TokenIntrospection.init)
        )
        .fields(["token": token, "token_type_hint": hint?.rawValue]).failing(Self.problem(of: token))
    }

    /// A provider may respond to an empty token as to a revoked or unknown one.
    private static func problem(of token: String) -> OpenIDError? {
        token.isEmpty
            ? OpenIDError(.argumentInvalid, "the token is empty: a login without offline_access has no refresh token")
            : nil
    }

    /// Adds the validation of the ID token; the request fails without a valid ID token, and is not sent without keys.
    ///
    /// A request whose ID token is optional is sent without keys: a server of RFC 8414, which is no OpenID provider,
    /// need not publish any.
    func validated(
        _ request: Request<Credentials, OpenIDError>, _ change: (inout ClaimsCheck<Credentials>) -> Void
    ) -> Request<Credentials, OpenIDError> {
        request.expecting { check in
            check.isOn = true
            check.issuer = provider.metadata.issuer
            check.clientID = id
            check.keys = Result { try keys }
            change(&check)
        }
    }
}
