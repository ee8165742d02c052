/// The kind of a token, for a provider that looks it up.
///
/// - SeeAlso: [RFC 7009 §2.1](https://www.rfc-editor.org/rfc/rfc7009#section-2.1)
public struct TokenTypeHint: RawRepresentable, Sendable, Hashable {
    /// The name of the kind in requests (`token_type_hint`).
    public let rawValue: String

    /// Creates a hint with any name: the memberwise initializer, whose parameters are the same as the properties.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An access token.
    public static let accessToken = TokenTypeHint(rawValue: "access_token")
    /// A refresh token.
    public static let refreshToken = TokenTypeHint(rawValue: "refresh_token")
}
