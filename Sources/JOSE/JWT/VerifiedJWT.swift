package import Encodings

/// The claims of a token whose signature was checked.
///
/// The registered claims have the types of RFC 7519 or the token is refused; whether they say the right thing is for
/// whoever knows what the token is for.
///
/// - SeeAlso: [RFC 7519 §4.1](https://www.rfc-editor.org/rfc/rfc7519#section-4.1)
public struct VerifiedJWT: Sendable {
    /// What the header says.
    public let header: JWSHeader
    /// Who issued it; compare octet by octet.
    public let issuer: String?
    /// Whom it is about; compare octet by octet.
    public let subject: String?
    /// Whom it is for: one text counts as a list of one.
    public let audience: [String]
    /// The second from which on it is not valid any more, since 1970.
    public let expiresAt: Int?
    /// The second before which it is not valid yet, since 1970.
    public let notBefore: Int?
    /// The second it was issued, since 1970.
    public let issuedAt: Int?
    /// What tells it from every other token of the issuer.
    public let id: String?
    /// Every claim.
    package let claims: JSONValue

    /// Reads the claims.
    ///
    /// - Throws: ``JOSEError/Code/malformed`` when the payload is no JSON object, has a member twice, or has a registered
    ///   claim of another type; a date has to be a whole number of seconds from 1970 to 9999.
    public init(_ text: VerifiedJWS) throws(JOSEError) {
        let claims = try text.claims()
        header = text.header
        issuer = try claims.claim("iss", \.string)
        subject = try claims.claim("sub", \.string)
        id = try claims.claim("jti", \.string)
        audience = try claims.claim("aud", \.texts) ?? []
        expiresAt = try claims.claim("exp", \.date)
        notBefore = try claims.claim("nbf", \.date)
        issuedAt = try claims.claim("iat", \.date)
        self.claims = claims
    }

    /// A claim by name, as a string, a boolean, a number, or arrays and dictionaries of them.
    public subscript(name: String) -> (any Sendable)? { claims[name]?.freeForm }
}

extension KeyRing {
    /// Checks the signature of a token and reads its claims, in that order.
    ///
    /// - Parameters:
    ///   - token: The token in compact form.
    ///   - type: Which kind of token it has to be.
    /// - Returns: Header and claims; nobody has looked at issuer, audience or dates.
    /// - Throws: What ``verify(_:type:)-(String,_)`` and ``VerifiedJWT/init(_:)`` throw.
    /// - SeeAlso: [RFC 7519 §7.2](https://www.rfc-editor.org/rfc/rfc7519#section-7.2)
    public func token(_ token: String, type: ExpectedType = .jwt) throws(JOSEError) -> VerifiedJWT {
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

    fileprivate var texts: [String]? {
        switch self {
        case .string(let text): return [text]
        case .array(let elements):
            let texts = elements.compactMap(\.string)
            return texts.count == elements.count ? texts : nil
        default: return nil
        }
    }

    /// A whole number of seconds from 1970 to 9999, written as such.
    fileprivate var date: Int? {
        guard case .integer(let seconds) = self, (0...253_402_300_799).contains(seconds) else { return nil }
        return seconds
    }
}
