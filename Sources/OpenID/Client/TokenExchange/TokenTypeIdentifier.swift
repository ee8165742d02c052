/// The type of a token in a token exchange, by its URI.
///
/// - SeeAlso: [RFC 8693 §3](https://www.rfc-editor.org/rfc/rfc8693#section-3)
public struct TokenTypeIdentifier: RawRepresentable, Sendable, Hashable {
    /// The URI of the type.
    public let rawValue: String

    /// Creates an identifier with any URI: the memberwise initializer, whose parameters are the same as the properties.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(named name: String) { rawValue = "urn:ietf:params:oauth:token-type:" + name }

    /// An access token of the provider.
    public static let accessToken = TokenTypeIdentifier(named: "access_token")
    /// A refresh token of the provider.
    public static let refreshToken = TokenTypeIdentifier(named: "refresh_token")
    /// An ID token.
    public static let idToken = TokenTypeIdentifier(named: "id_token")
    /// A JSON Web Token.
    public static let jwt = TokenTypeIdentifier(named: "jwt")
    /// An assertion of SAML 1.1.
    public static let saml1 = TokenTypeIdentifier(named: "saml1")
    /// An assertion of SAML 2.0.
    public static let saml2 = TokenTypeIdentifier(named: "saml2")
}
