package import ByteEncodings
package import OpenSSLCryptography

/// A public key with its ID and its algorithm.
///
/// It is read from PEM, decoded from JSON, or the ``SigningKey/publicKey`` of a signing key. A private key is refused:
/// once published, it is compromised.
///
/// - SeeAlso: [RFC 7517](https://www.rfc-editor.org/rfc/rfc7517)
public struct JSONWebKey: Sendable, Hashable {
    /// The public key.
    package let key: PublicKey
    /// The key ID (`kid`).
    public let id: String?
    /// The only algorithm of the key (`alg`); `nil` if the key does not restrict it.
    public let algorithm: SignatureAlgorithm?

    package init(_ key: PublicKey, id: String? = nil, algorithm: SignatureAlgorithm? = nil) {
        (self.key, self.id, self.algorithm) = (key, id, algorithm)
    }

    /// The members of the published key.
    package var json: JSONValue {
        let further = [("kid", id), ("use", "sig"), ("alg", algorithm?.rawValue)]
        return .object(
            required
                + further.compactMap { name, value in value.map { JSONValue.Member(name: name, value: .string($0)) } })
    }

    /// The members that the thumbprint covers, in lexicographic order.
    package var required: [JSONValue.Member] {
        let members: [(String, String)] =
            switch key.components {
            case .rsa(let modulus, let exponent):
                [("e", Base64URL.encode(exponent)), ("kty", "RSA"), ("n", Base64URL.encode(modulus))]
            case .ellipticCurve(let curve, let x, let y):
                [("crv", curve.rawValue), ("kty", "EC"), ("x", Base64URL.encode(x)), ("y", Base64URL.encode(y))]
            case .edwards(let curve, let point):
                [("crv", curve.rawValue), ("kty", "OKP"), ("x", Base64URL.encode(point))]
            }
        return members.map { JSONValue.Member(name: $0.0, value: .string($0.1)) }
    }

    /// The SHA-256 thumbprint, which is the same for every encoding of the key.
    ///
    /// - SeeAlso: [RFC 7638 §3](https://www.rfc-editor.org/rfc/rfc7638#section-3)
    public var thumbprint: [UInt8] {
        HashAlgorithm.sha256.digest(of: JSONValue.object(required).encoded)
    }
}
