public import FoundationEssentials

/// The claims of a token, with the names of the library `JWTDecode`.
///
/// ``decode(jwt:)`` parses a token without verification; ``VerifiedJWT`` is a token whose signature was verified. Dates
/// may be numbers or strings of digits.
///
/// - SeeAlso: [RFC 7519](https://www.rfc-editor.org/rfc/rfc7519)
public protocol JWT: Sendable {
    /// The members of the header.
    var header: [String: any Sendable] { get }
    /// The claims.
    var body: [String: any Sendable] { get }
    /// The third part of the token, still encoded; empty or `nil` for an unsigned token.
    var signature: String? { get }
    /// The token as it was received: a secret.
    var string: String { get }

    /// The time when the token expires (`exp`).
    var expiresAt: Date? { get }
    /// The issuer of the token (`iss`). Compare it byte by byte.
    var issuer: String? { get }
    /// The subject of the token (`sub`). Compare it byte by byte.
    var subject: String? { get }
    /// The audience of the token (`aud`); a single string becomes an array of one.
    var audience: [String]? { get }
    /// The time when the token was issued (`iat`).
    var issuedAt: Date? { get }
    /// The time when the token becomes valid (`nbf`).
    var notBefore: Date? { get }
    /// The identifier that distinguishes the token from its issuer's other tokens (`jti`).
    var identifier: String? { get }
    /// Whether the token has expired; `false` for a token without an expiry.
    var expired: Bool { get }

    /// Returns a claim by its name.
    ///
    /// - Parameter name: The name of the claim.
    /// - Returns: The claim; it has no value if the token does not contain it.
    func claim(name: String) -> Claim
}

extension JWT {
    /// The claim with a name; it has no value if the token does not contain it.
    ///
    /// - Parameter claim: The name of the claim.
    public subscript(claim: String) -> Claim { self.claim(name: claim) }

    /// The time when the token expires (`exp`).
    public var expiresAt: Date? { claim(name: "exp").date }
    /// The issuer of the token (`iss`). Compare it byte by byte.
    public var issuer: String? { claim(name: "iss").string }
    /// The subject of the token (`sub`). Compare it byte by byte.
    public var subject: String? { claim(name: "sub").string }
    /// The audience of the token (`aud`); a single string becomes an array of one.
    public var audience: [String]? { claim(name: "aud").array }
    /// The time when the token was issued (`iat`).
    public var issuedAt: Date? { claim(name: "iat").date }
    /// The time when the token becomes valid (`nbf`).
    public var notBefore: Date? { claim(name: "nbf").date }
    /// The identifier that distinguishes the token from its issuer's other tokens (`jti`).
    public var identifier: String? { claim(name: "jti").string }

    /// Whether the token has expired; `false` for a token without an expiry.
    ///
    /// The token is expired at the moment of `exp` itself.
    public var expired: Bool { expires(in: 0) }

    /// Returns whether the token expires within a number of seconds; `false` for a token without an expiry.
    ///
    /// - Parameter seconds: The number of seconds from now.
    /// - Returns: `false` if the token is valid for longer.
    public func expires(in seconds: Int) -> Bool {
        guard let expiresAt else { return false }
        return expiresAt <= Date(timeIntervalSinceNow: Double(seconds))
    }
}
