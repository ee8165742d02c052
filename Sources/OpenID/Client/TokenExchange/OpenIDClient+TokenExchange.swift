public import RequestPipeline

extension OpenIDClient {
    /// Exchanges a token for another one, for example the access token of a request for a token of another API that the
    /// server calls.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let incoming = "an-access-token"
    /// try exampleTenant.accept(
    /// subjectToken: incoming, type: SecurityToken.accessToken(incoming).type.rawValue, for: "john@example.com") -->
    ///
    /// ```swift
    /// let token = try await client.tokenExchange(
    ///     subject: .accessToken(incoming), audiences: ["https://api.example.com/"], scope: "read:todos"
    /// ).start()
    /// print(token.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// With an actor the new token states that the actor acts on behalf of the subject (delegation); without an actor
    /// the client acts as the subject (impersonation). The issued token is not validated: it is for the audience, or,
    /// as an ID token, for another client.
    ///
    /// - Parameters:
    ///   - subject: The token of the party on whose behalf the request is made (`subject_token`).
    ///   - actor: The token of the acting party; `nil`, the default, for none (`actor_token`).
    ///   - type: The requested type; `nil`, the default, leaves it to the provider (`requested_token_type`).
    ///   - resources: The addresses of the APIs where the token will be used; none by default (`resource`).
    ///   - audiences: The names of the APIs where the token will be used; none by default (`audience`).
    ///   - scope: The scopes, separated by spaces; `nil`, the default, leaves the choice to the provider (`scope`).
    /// - Returns: A request for the token. It fails with ``OpenIDError/Code/argumentInvalid`` before it is sent if a
    ///   token is empty.
    /// - SeeAlso: [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1)
    public func tokenExchange(
        subject: SecurityToken, actor: SecurityToken? = nil, requesting type: TokenTypeIdentifier? = nil,
        resources: [String] = [], audiences: [String] = [], scope: String? = nil
    ) -> Request<ExchangedToken, OpenIDError> {
        let isEmpty = subject.value.isEmpty || actor?.value.isEmpty == true
        return grant(
            "urn:ietf:params:oauth:grant-type:token-exchange", decode: Decoders.tree { ExchangedToken($0) }
        )
        .fields([
            "subject_token": subject.value, "subject_token_type": subject.type.rawValue,
            "actor_token": actor?.value, "actor_token_type": actor?.type.rawValue,
            "requested_token_type": type?.rawValue, "scope": scope,
        ])
        .field("resource", repeating: resources).field("audience", repeating: audiences).withoutOpenID()
        .failing(isEmpty ? OpenIDError(.argumentInvalid, "a token to exchange must not be empty") : nil)
    }
}
