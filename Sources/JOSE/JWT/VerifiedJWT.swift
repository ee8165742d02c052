package import ByteEncodings
public import FoundationEssentials

/// The claims of a token whose signature was checked.
///
/// The registered claims have the types of RFC 7519 or the token is refused, and a date is a whole number; whether they
/// say the right thing is for whoever knows what the token is for.
///
/// - SeeAlso: [RFC 7519 §4.1](https://www.rfc-editor.org/rfc/rfc7519#section-4.1)
public struct VerifiedJWT: JWT {
    /// What the header says, as far as it matters.
    public let signedHeader: JWSHeader
    /// The text as it was sent: a secret.
    public let string: String
    /// Who issued it; compare octet by octet.
    public let issuer: String?
    /// Whom it is about; compare octet by octet.
    public let subject: String?
    /// Whom it is for: one text counts as a list of one; `nil` when it does not say.
    public let audience: [String]?
    /// What tells it from every other token of the issuer.
    public let identifier: String?
    /// The second from which on it is not valid any more, since 1970.
    package let expiry: Int?
    /// The second before which it is not valid yet, since 1970.
    package let activation: Int?
    /// The second it was issued, since 1970.
    package let issuance: Int?
    /// Every claim.
    package let claims: JSONValue

    /// Reads the claims.
    ///
    /// - Throws: ``JOSEError/Code/malformed`` when the payload is no JSON object, has a member twice, or has a registered
    ///   claim of another type; a date has to be a whole number of seconds from 1970 to 9999.
    public init(_ text: VerifiedJWS) throws { try self.init(claimsOf: text) }

    /// Reads the claims, with a typed error.
    package init(claimsOf text: VerifiedJWS) throws(JOSEError) {
        let claims = try text.claims()
        signedHeader = text.header
        string = text.string
        issuer = try claims.claim("iss", \.string)
        subject = try claims.claim("sub", \.string)
        identifier = try claims.claim("jti", \.string)
        audience = try claims.claim("aud", \.texts)
        expiry = try claims.claim("exp", \.date)
        activation = try claims.claim("nbf", \.date)
        issuance = try claims.claim("iat", \.date)
        self.claims = claims
    }

    /// Every member of the header.
    public var header: [String: any Sendable] { (try? CompactJWS(string).headerMembers.freeFormObject) ?? [:] }
    /// Every claim, as a string, a boolean, a number, or arrays and dictionaries of them.
    public var body: [String: any Sendable] { claims.freeFormObject ?? [:] }
    /// The third part of the text, which was checked.
    public var signature: String? { string.split(separator: ".").last.map(String.init) }
    /// When it stops being good.
    public var expiresAt: Date? { expiry.map { Date(timeIntervalSince1970: Double($0)) } }
    /// When it begins to be good.
    public var notBefore: Date? { activation.map { Date(timeIntervalSince1970: Double($0)) } }
    /// When it was issued.
    public var issuedAt: Date? { issuance.map { Date(timeIntervalSince1970: Double($0)) } }
    /// A claim by its name; one that is not there has no value.
    public func claim(name: String) -> Claim { Claim(claims[name]) }

    /// A claim that is a date, as whole seconds since 1970; `nil` when it is not there.
    ///
    /// - Throws: ``JOSEError/Code/malformed`` when it is anything else.
    package func seconds(_ name: String) throws(JOSEError) -> Int? { try claims.claim(name, \.date) }
}

extension VerifiedJWT: CustomStringConvertible, CustomReflectable {
    /// Says only what kind of token it is.
    public var description: String { "VerifiedJWT(<redacted>)" }
    /// Shows no child.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension KeyRing {
    /// Checks the signature of a token and reads its claims, in that order.
    ///
    /// - Parameters:
    ///   - token: The token in compact form.
    ///   - type: Which kind of token it has to be.
    /// - Returns: Header and claims; nobody has looked at issuer, audience or dates.
    /// - Throws: ``JOSEError``: what ``verify(_:type:)-(String,_)`` and ``VerifiedJWT/init(_:)`` throw.
    /// - SeeAlso: [RFC 7519 §7.2](https://www.rfc-editor.org/rfc/rfc7519#section-7.2)
    public func token(_ token: String, type: ExpectedType = .jwt) throws -> VerifiedJWT {
        try VerifiedJWT(verify(token, type: type))
    }
}

extension JSONValue {
    /// A claim, if it is there; of the right type, or an error.
    fileprivate func claim<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(JOSEError) -> Value? {
        guard let claim = self[name] else { return nil }
        guard let value = read(claim) else { throw JOSEError(.malformed) }
        return value
    }

    /// A whole number of seconds from 1970 to 9999, written as such.
    fileprivate var date: Int? {
        guard case .integer(let seconds) = self, (0...253_402_300_799).contains(seconds) else { return nil }
        return seconds
    }
}
