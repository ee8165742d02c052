import OpenSSLCryptography

/// A signature algorithm, by its registered name (`alg`).
///
/// - SeeAlso: [RFC 7518 §3.1](https://www.rfc-editor.org/rfc/rfc7518#section-3.1),
///   [RFC 8037 §3.1](https://www.rfc-editor.org/rfc/rfc8037#section-3.1),
///   [RFC 9864 §2.2](https://www.rfc-editor.org/rfc/rfc9864#section-2.2)
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    case rs384 = "RS384"
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    case rs512 = "RS512"
    /// RSASSA-PSS with SHA-256.
    case ps256 = "PS256"
    /// RSASSA-PSS with SHA-384.
    case ps384 = "PS384"
    /// RSASSA-PSS with SHA-512.
    case ps512 = "PS512"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// ECDSA on P-384 with SHA-384.
    case es384 = "ES384"
    /// ECDSA on P-521 with SHA-512.
    case es512 = "ES512"
    /// EdDSA with the curve of the key.
    case eddsa = "EdDSA"
    /// EdDSA on Ed25519: the same as ``eddsa`` with such a key, by its fully specified name.
    case ed25519 = "Ed25519"
    /// HMAC with SHA-256.
    case hs256 = "HS256"
    /// HMAC with SHA-384.
    case hs384 = "HS384"
    /// HMAC with SHA-512.
    case hs512 = "HS512"

    /// The algorithms whose signatures can be verified with a public key.
    public static let asymmetric: Set<SignatureAlgorithm> = Set(allCases.filter { $0.secretHash == nil })

    /// The hash function of an HMAC algorithm; `nil` for other algorithms.
    var secretHash: HashAlgorithm? {
        switch self {
        case .hs256: .sha256
        case .hs384: .sha384
        case .hs512: .sha512
        default: nil
        }
    }

    /// Returns the signature scheme for a key; `nil` if the algorithm does not support that type of key.
    func scheme(for components: PublicKeyComponents) -> SignatureScheme? {
        switch (self, components) {
        case (.rs256, .rsa): .rsaPKCS1(.sha256)
        case (.rs384, .rsa): .rsaPKCS1(.sha384)
        case (.rs512, .rsa): .rsaPKCS1(.sha512)
        case (.ps256, .rsa): .rsaPSS(.sha256)
        case (.ps384, .rsa): .rsaPSS(.sha384)
        case (.ps512, .rsa): .rsaPSS(.sha512)
        case (.es256, .ellipticCurve(.p256, _, _)): .ecdsa(.p256)
        case (.es384, .ellipticCurve(.p384, _, _)): .ecdsa(.p384)
        case (.es512, .ellipticCurve(.p521, _, _)): .ecdsa(.p521)
        case (.eddsa, .edwards(let curve, _)): .eddsa(curve)
        case (.ed25519, .edwards(.ed25519, _)): .eddsa(.ed25519)
        default: nil
        }
    }
}
