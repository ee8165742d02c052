import JOSE
public import RequestPipeline

extension OpenIDClient {
    /// Exchanges the authorization code of a login for credentials; ``login()`` does that by itself.
    ///
    /// The ID token is validated; its nonce is not, unless `nonce` is given.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - codeVerifier: The verifier whose challenge the login began with.
    ///   - redirectURI: The redirect URI the login began with.
    ///   - nonce: The nonce the login began with.
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

    /// Renews credentials.
    ///
    /// What the answer does not bring stays: the refresh token, where the provider does not rotate it, and the ID token. A
    /// new ID token has to be about the same person, from the same issuer and for the same client. Where refresh tokens are
    /// rotated the old one is spent: store what came before anything else, and never send the old one again.
    ///
    /// - Parameters:
    ///   - credentials: What to renew; without a refresh token the request fails at once, without traffic.
    ///   - scope: Fewer scopes than the login had; `nil` keeps them all.
    /// - Returns: A request for credentials.
    /// - SeeAlso: [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6),
    ///   [OpenID Connect Core §12](https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokens)
    public func renew(_ credentials: Credentials, scope: String? = nil) -> Request<Credentials, OpenIDError> {
        let refreshToken = credentials.refreshToken ?? ""
        let isMissing = refreshToken.isEmpty
        let problem = OpenIDError(.argumentInvalid, "there is no refresh token: log in with the scope offline_access")
        return validated(
            grant("refresh_token").fields(["refresh_token": refreshToken, "scope": scope])
                .completing { $0.completed(by: credentials) }
                .failing(isMissing ? problem : nil)
        ) {
            $0.keptIDToken = credentials.idToken
            $0.expectations.renewed = try? decode(jwt: credentials.idToken)
        }
    }

    /// Revokes a token: the session that a refresh token stands for ends.
    ///
    /// - Parameters:
    ///   - token: The token; one that the provider does not know is no error.
    ///   - hint: What kind of token it is, when that is known: `refresh_token` or `access_token`.
    /// - Returns: A request without a result.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    public func revoke(_ token: String, hint: String? = nil) -> Request<Void, OpenIDError> {
        post(provider.metadata.revocationEndpoint, named: "revocation_endpoint", decode: Decoders.nothing)
            .fields(["token": token, "token_type_hint": hint])
    }

    /// Asks whether a token is good, and what it says; for servers, which have to show who they are.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - hint: What kind of token it is, when that is known: `refresh_token` or `access_token`.
    /// - Returns: A request for what the provider knows; a token that is not good is no error.
    /// - SeeAlso: [RFC 7662](https://www.rfc-editor.org/rfc/rfc7662)
    public func introspect(_ token: String, hint: String? = nil) -> Request<TokenIntrospection, OpenIDError> {
        post(
            provider.metadata.introspectionEndpoint, named: "introspection_endpoint",
            decode: Decoders.tree(TokenIntrospection.init)
        )
        .fields(["token": token, "token_type_hint": hint])
    }

    /// Lets credentials pass only when their ID token holds.
    func validated(
        _ request: Request<Credentials, OpenIDError>, _ change: (inout ClaimsCheck<Credentials>) -> Void
    ) -> Request<Credentials, OpenIDError> {
        let keys: TokenKeys
        do throws(OpenIDError) {
            keys = try self.keys
        } catch { return request.failing(error) }
        return request.expecting { check in
            check.isOn = true
            check.issuer = provider.metadata.issuer
            check.clientID = id
            check.keys = keys
            change(&check)
        }
    }
}

extension Credentials {
    /// These, with what they lack taken from older ones.
    fileprivate func completed(by older: Credentials) -> Credentials {
        Credentials(
            accessToken: accessToken, tokenType: tokenType, idToken: idToken.isEmpty ? older.idToken : idToken,
            refreshToken: refreshToken ?? older.refreshToken, expiresIn: expiresIn, scope: scope ?? older.scope,
            recoveryCode: recoveryCode ?? older.recoveryCode)
    }
}
