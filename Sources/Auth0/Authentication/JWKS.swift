/// A JSON Web Key Set: the public keys that verify a tenant's tokens.
///
/// - SeeAlso: [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
public struct JWKS: Codable, Sendable, Hashable {
    /// The keys.
    public let keys: [JWK]

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(keys: [JWK]) { self.keys = keys }

    /// Returns the first key with a key ID.
    ///
    /// - Parameter kid: The key ID, compared octet by octet.
    /// - Returns: The key, or `nil` when the set has none with that ID.
    public func key(id kid: String) -> JWK? {
        keys.first { $0.keyId.map { $0.utf8.elementsEqual(kid.utf8) } ?? false }
    }
}

/// A JSON Web Key: a public key of a tenant.
///
/// - SeeAlso: [RFC 7517 §4](https://www.rfc-editor.org/rfc/rfc7517#section-4)
public struct JWK: Codable, Sendable, Hashable {
    /// The key type, `kty`, such as `RSA`.
    public let keyType: String
    /// The key ID, `kid`.
    public let keyId: String?
    /// The intended use of the key, `use`, such as `sig`.
    public let usage: String?
    /// The algorithm that the key is for, `alg`, such as `RS256`.
    public let algorithm: String?
    /// The URL of the X.509 certificate chain, `x5u`.
    public let certUrl: String?
    /// The SHA-1 thumbprint of the X.509 certificate in base64url, `x5t`.
    public let certThumbprint: String?
    /// The X.509 certificate chain, `x5c`: the key's certificate first, each in base64.
    public let certChain: [String]?
    /// The modulus of an RSA key in base64url, `n`.
    public let modulus: String?
    /// The public exponent of an RSA key in base64url, `e`.
    public let exponent: String?

    /// Creates a value, for doubles: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        keyType: String, keyId: String? = nil, usage: String? = nil, algorithm: String? = nil, certUrl: String? = nil,
        certThumbprint: String? = nil, certChain: [String]? = nil, modulus: String? = nil, exponent: String? = nil
    ) {
        (self.keyType, self.keyId, self.usage, self.algorithm) = (keyType, keyId, usage, algorithm)
        (self.certUrl, self.certThumbprint, self.certChain) = (certUrl, certThumbprint, certChain)
        (self.modulus, self.exponent) = (modulus, exponent)
    }

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
