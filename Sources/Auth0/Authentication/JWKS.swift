/// A set of public keys.
///
/// - SeeAlso: [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
public struct JWKS: Codable, Sendable, Hashable {
    /// The keys.
    public let keys: [JWK]

    /// The first key of that ID, compared octet by octet.
    public func key(id kid: String) -> JWK? {
        keys.first { $0.keyId.map { $0.utf8.elementsEqual(kid.utf8) } ?? false }
    }
}

/// A public key, as a tenant publishes it.
///
/// - SeeAlso: [RFC 7517 §4](https://www.rfc-editor.org/rfc/rfc7517#section-4)
public struct JWK: Codable, Sendable, Hashable {
    /// The kind of key.
    public let keyType: String
    /// The ID of the key.
    public let keyId: String?
    /// What the key is for.
    public let usage: String?
    /// The algorithm the key is for.
    public let algorithm: String?
    /// Where its certificate is published.
    public let certUrl: String?
    /// The thumbprint of its certificate.
    public let certThumbprint: String?
    /// Its certificate and the ones above it.
    public let certChain: [String]?
    /// The modulus of an RSA key.
    public let modulus: String?
    /// The exponent of an RSA key.
    public let exponent: String?

    private enum CodingKeys: String, CodingKey {
        case keyType = "kty"
        case keyId = "kid"
        case usage = "use"
        case algorithm = "alg"
        case certUrl = "x5u"
        case certThumbprint = "x5t"
        case certChain = "x5c"
        case modulus = "n"
        case exponent = "e"
    }
}
