public import FoundationEssentials

/// The claims of a token, by the names that `JWTDecode` made familiar.
///
/// ``decode(jwt:)`` reads a token that nobody has checked; ``VerifiedJWT`` is one whose signature was. Dates may be
/// written as numbers or as texts of digits.
///
/// - SeeAlso: [RFC 7519](https://www.rfc-editor.org/rfc/rfc7519)
public protocol JWT: Sendable {
    /// The members of the header.
    var header: [String: any Sendable] { get }
    /// The claims.
    var body: [String: any Sendable] { get }
    /// The third part of the text, as it was sent; empty or `nil` for a token that nobody signed.
    var signature: String? { get }
    /// The token as it was sent: a secret.
    var string: String { get }

    /// When the token stops being good: `exp`.
    var expiresAt: Date? { get }
    /// Who issued the token: `iss`. Compare octet by octet.
    var issuer: String? { get }
    /// Whom the token is about: `sub`. Compare octet by octet.
    var subject: String? { get }
    /// Whom the token is for: `aud`; one text counts as a list of one.
    var audience: [String]? { get }
    /// When the token was issued: `iat`.
    var issuedAt: Date? { get }
    /// When the token begins to be good: `nbf`.
    var notBefore: Date? { get }
    /// What tells the token from every other one of its issuer: `jti`.
    var identifier: String? { get }
    /// Whether the token has stopped being good; one that does not say when never does.
    var expired: Bool { get }

    /// A claim by its name; one that is not there has no value.
    func claim(name: String) -> Claim
}

extension JWT {
    /// A claim by its name; one that is not there has no value.
    public subscript(claim: String) -> Claim { self.claim(name: claim) }

    /// When the token stops being good: `exp`.
    public var expiresAt: Date? { claim(name: "exp").date }
    /// Who issued the token: `iss`. Compare octet by octet.
    public var issuer: String? { claim(name: "iss").string }
    /// Whom the token is about: `sub`. Compare octet by octet.
    public var subject: String? { claim(name: "sub").string }
    /// Whom the token is for: `aud`; one text counts as a list of one.
    public var audience: [String]? { claim(name: "aud").array }
    /// When the token was issued: `iat`.
    public var issuedAt: Date? { claim(name: "iat").date }
    /// When the token begins to be good: `nbf`.
    public var notBefore: Date? { claim(name: "nbf").date }
    /// What tells the token from every other one of its issuer: `jti`.
    public var identifier: String? { claim(name: "jti").string }

    /// Whether the token has stopped being good; one that does not say when never does.
    ///
    /// The very moment that `exp` names counts as past.
    public var expired: Bool { expires(in: 0) }

    /// Whether the token will have stopped being good some seconds from now; one that does not say when never will.
    ///
    /// - Parameter seconds: How far to look ahead.
    /// - Returns: `false` for a token that is good for longer.
    public func expires(in seconds: Int) -> Bool {
        guard let expiresAt else { return false }
        return expiresAt <= Date(timeIntervalSinceNow: Double(seconds))
    }
}
