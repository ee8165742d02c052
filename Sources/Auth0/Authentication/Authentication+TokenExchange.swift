public import RequestPipeline

extension Authentication {
    /// Exchanges a token of somebody else for credentials, as far as the tenant has an action that knows it.
    ///
    /// - Parameters:
    ///   - subjectToken: The token that stands for the user.
    ///   - subjectTokenType: Its type: a URI that the tenant's action is bound to.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    ///   - organization: The organization to log in to, by ID or name.
    ///   - actorToken: Who acts for the user, if somebody does.
    ///   - parameters: Further members of the request; they cannot replace the arguments above.
    /// - Returns: A request for credentials.
    /// - SeeAlso: [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1)
    public func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        actorToken: ActorToken?, parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError> {
        implementation.post("oauth/token", role: .grant)
            .fields(freeForm: parameters.filter { !namedParameters.contains($0.key) })
            .fields([
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token": subjectToken,
                "subject_token_type": subjectTokenType,
                "audience": audience,
                "scope": scope.withOpenID,
                "organization": organization,
                "actor_token": actorToken?.token,
                "actor_token_type": actorToken?.tokenType,
            ])
    }

    /// The same with the usual values of what is left out.
    public func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String? = nil, scope: String = defaultScope,
        organization: String? = nil, actorToken: ActorToken? = nil, parameters: [String: any Sendable] = [:],
        _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        customTokenExchange(
            subjectToken: subjectToken, subjectTokenType: subjectTokenType, audience: audience, scope: scope,
            organization: organization, actorToken: actorToken, parameters: parameters
        )
    }
}

/// What only the arguments of a token exchange say, also by being absent.
private let namedParameters: Set<String> = [
    "client_id", "grant_type", "subject_token", "subject_token_type", "audience", "scope", "organization",
]
