package import ByteEncodings
public import FoundationEssentials

/// The claims of a token whose signature was verified.
///
/// The registered claims have the types of RFC 7519, otherwise the token is refused. The fraction of a date is dropped.
/// The caller must check the values of the claims.
///
/// - SeeAlso: [RFC 7519 §4.1](https://www.rfc-editor.org/rfc/rfc7519#section-4.1)
public struct VerifiedJWT: JWT {
    /// The members of the header that matter before the verification.
    public let signedHeader: JWSHeader
    /// The token as it was received: a secret.
    public let string: String
    /// The issuer (`iss`). Compare it byte by byte.
    public let issuer: String?
    /// The subject (`sub`). Compare it byte by byte.
    public let subject: String?
    /// The audience (`aud`); a single string becomes an array of one; `nil` if the claim is missing.
    public let audience: [String]?
    /// The identifier that distinguishes the token from its issuer's other tokens (`jti`).
    public let identifier: String?
    /// The second since 1970 when the token expires (`exp`).
    package let expiry: Int?
    /// The second since 1970 when the token becomes valid (`nbf`).
    package let activation: Int?
    /// The second since 1970 when the token was issued (`iat`).
    package let issuance: Int?
    /// All claims.
    package let claims: JSONValue

    /// Decodes the claims of a verified token.
    ///
    /// - Parameter text: The token whose signature was verified.
    /// - Throws: ``JOSEError/Code/malformed`` if the payload is not a JSON object, repeats a member, or has a
    ///   registered claim of the wrong type; dates must be seconds from 1970 to the year 9999, with or without a
    ///   fraction.
    public init(_ text: VerifiedJWS) throws { try self.init(claimsOf: text) }

    /// As ``init(_:)``, with typed throws.
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

    /// Decodes the claims of a stored token that was verified when it was received.
    package init(ofKept text: CompactJWS) throws(JOSEError) { try self.init(claimsOf: VerifiedJWS(text: text)) }

    /// All members of the header.
    public var header: [String: any Sendable] { (try? CompactJWS(string).headerMembers.freeFormObject) ?? [:] }
    /// All claims: strings, Booleans, numbers, or arrays and dictionaries of them.
    public var body: [String: any Sendable] { claims.freeFormObject ?? [:] }
    /// The third part of the token: the verified signature, still encoded.
    public var signature: String? { string.split(separator: ".").last.map(String.init) }
    /// The time when the token expires (`exp`).
    public var expiresAt: Date? { expiry.map { Date(timeIntervalSince1970: Double($0)) } }
    /// The time when the token becomes valid (`nbf`).
    public var notBefore: Date? { activation.map { Date(timeIntervalSince1970: Double($0)) } }
    /// The time when the token was issued (`iat`).
    public var issuedAt: Date? { issuance.map { Date(timeIntervalSince1970: Double($0)) } }
    /// Returns a claim by its name; see ``JWT/claim(name:)``, whose parameters are the same.
    public func claim(name: String) -> Claim { Claim(claims[name]) }

    /// Decodes the claims as a type of the program.
    ///
    /// - Parameter type: The type. Dates in it are read from seconds since 1970 (`NumericDate`).
    /// - Returns: The decoded claims.
    /// - Throws: A `DecodingError` if the claims do not have the type.
    public func decode<Claims: Decodable>(_ type: Claims.Type = Claims.self) throws -> Claims {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return try decoder.decode(type, from: Data(claims.encoded))
    }

    /// Returns a date claim as whole seconds since 1970; `nil` if it is missing.
    package func seconds(_ name: String) throws(JOSEError) -> Int? { try claims.claim(name, \.date) }
}

extension VerifiedJWT: CustomStringConvertible, CustomReflectable {
    /// A constant text that does not reveal the token.
    public var description: String { "VerifiedJWT(<redacted>)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension JSONValue {
    /// Returns a claim of the right type; `nil` if it is missing.
    fileprivate func claim<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(JOSEError) -> Value? {
        guard let claim = self[name] else { return nil }
        guard let value = read(claim) else { throw JOSEError(.malformed, claim: name) }
        return value
    }

    /// The number (`NumericDate`) as whole seconds since 1970, up to the year 9999; `nil` for any other value.
    fileprivate var date: Int? {
        switch self {
        case .integer(let seconds) where (0..<253_402_300_800).contains(seconds): seconds
        case .double(let seconds) where (0..<253_402_300_800).contains(seconds): Int(seconds)
        default: nil
        }
    }
}
