import ByteEncodings
import OpenID
public import RequestPipeline

extension Authentication {
    /// The default implementation, which sends the request.
    public func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError> {
        customTokenExchange(
            subjectToken: subjectToken, subjectTokenType: subjectTokenType, audience: audience, scope: scope,
            organization: organization, parameters: parameters as [String: Any])
    }

    /// The default implementation, which sends the request.
    public func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        parameters: [String: Any]
    ) -> Request<Credentials, AuthenticationError> {
        implementation().post("oauth/token", role: .grant)
            .fields(freeForm: parameters.filter { !ParameterName($0.key).isOne(of: namedParameters) })
            .fields([
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
                "subject_token": subjectToken,
                "subject_token_type": subjectTokenType,
                "audience": audience,
                "scope": scope.withOpenID,
                "organization": organization,
            ])
    }

    /// The default implementation, which sends the request.
    public func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        actorToken: ActorToken?, parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError> {
        // Without an actor this calls the overload above, which a double may implement.
        let client: any Authentication = actorToken == nil ? self : implementation()
        return client.customTokenExchange(
            subjectToken: subjectToken, subjectTokenType: subjectTokenType, audience: audience, scope: scope,
            organization: organization, parameters: parameters
        ).fields(["actor_token": actorToken?.token, "actor_token_type": actorToken?.tokenType])
    }

    /// Exchanges a token of another issuer for credentials.
    ///
    /// Calls `POST /oauth/token` with the grant type `urn:ietf:params:oauth:grant-type:token-exchange`. The tenant
    /// needs a token exchange profile and an Action that validates tokens of this type.
    ///
    /// <!-- swift: let token = "token-of-another-system"
    /// try exampleTenant.accept(subjectToken: token, type: "urn:example:employee", for: "john@example.com") -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .customTokenExchange(subjectToken: token, subjectTokenType: "urn:example:employee")
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - subjectToken: The token that identifies the user.
    ///   - subjectTokenType: The type of `subjectToken`: a URI that an Action of the tenant handles.
    ///   - audience: The identifier of the API that the access token is for. Defaults to `nil`, the tenant's default.
    ///   - scope: The scopes, separated by spaces; `openid` is added when it is missing. Defaults to ``defaultScope``.
    ///   - organization: The ID or the name of the organization to log in to. Defaults to `nil`, for none.
    ///   - actorToken: The token of the party that acts on behalf of the user. Defaults to `nil`, for none.
    ///   - parameters: Additional members of the request body; they cannot replace the members above. Defaults to none.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    /// - SeeAlso: [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1)
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

/// The members that only the named parameters of a token exchange set, also when these are `nil`.
private let namedParameters: Set<String> = [
    "client_id", "grant_type", "subject_token", "subject_token_type", "audience", "scope", "organization",
    "actor_token", "actor_token_type",
]

/// The token of the party that acts on behalf of the user in a token exchange.
///
/// - SeeAlso: [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1)
public struct ActorToken: Sendable, Hashable {
    /// The token, the parameter `actor_token`. It is a secret.
    public let token: String
    /// The type of the token, a URI; the parameter `actor_token_type`.
    public let tokenType: String

    /// Creates an actor token: the memberwise initializer, whose parameters are the same as the properties.
    public init(token: String, tokenType: String) {
        self.token = token
        self.tokenType = tokenType
    }
}

extension ActorToken: _Redacted {
    /// The members for reflection, with the token redacted.
    public var customMirror: Mirror { Mirror(self, children: ["token": redactedText, "tokenType": tokenType]) }
}
