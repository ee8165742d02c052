import ByteEncodings
import OpenSSLCryptography

/// A signature algorithm, by its registered name (`alg`).
///
/// A struct with static members: a later version may support more algorithms.
///
/// - SeeAlso: [RFC 7518 §3.1](https://www.rfc-editor.org/rfc/rfc7518#section-3.1),
///   [RFC 8037 §3.1](https://www.rfc-editor.org/rfc/rfc8037#section-3.1),
///   [RFC 9864 §2.2](https://www.rfc-editor.org/rfc/rfc9864#section-2.2)
public struct SignatureAlgorithm: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The supported names.
    enum Name: String, Sendable, Hashable, CaseIterable {
        case rs256 = "RS256"
        case rs384 = "RS384"
        case rs512 = "RS512"
        case ps256 = "PS256"
        case ps384 = "PS384"
        case ps512 = "PS512"
        case es256 = "ES256"
        case es384 = "ES384"
        case es512 = "ES512"
        case edDSA = "EdDSA"
        case ed25519 = "Ed25519"
        case hs256 = "HS256"
        case hs384 = "HS384"
        case hs512 = "HS512"
    }

    let name: Name

    private init(_ name: Name) { self.name = name }

    /// Finds an algorithm by its registered name.
    ///
    /// - Parameter rawValue: The name, compared byte by byte; the result is `nil` for `none` and for algorithms that
    ///   are not supported.
    public init?(rawValue: String) {
        guard let name = Name(rawValue: rawValue) else { return nil }
        self.init(name)
    }

    /// The registered name.
    public var rawValue: String { name.rawValue }

    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = SignatureAlgorithm(.rs256)
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    public static let rs384 = SignatureAlgorithm(.rs384)
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    public static let rs512 = SignatureAlgorithm(.rs512)
    /// RSASSA-PSS with SHA-256.
    public static let ps256 = SignatureAlgorithm(.ps256)
    /// RSASSA-PSS with SHA-384.
    public static let ps384 = SignatureAlgorithm(.ps384)
    /// RSASSA-PSS with SHA-512.
    public static let ps512 = SignatureAlgorithm(.ps512)
    /// ECDSA on P-256 with SHA-256.
    public static let es256 = SignatureAlgorithm(.es256)
    /// ECDSA on P-384 with SHA-384.
    public static let es384 = SignatureAlgorithm(.es384)
    /// ECDSA on P-521 with SHA-512.
    public static let es512 = SignatureAlgorithm(.es512)
    /// EdDSA with the curve of the key.
    public static let edDSA = SignatureAlgorithm(.edDSA)
    /// EdDSA with Ed25519, by its fully specified name; the same as ``edDSA`` with an Ed25519 key.
    public static let ed25519 = SignatureAlgorithm(.ed25519)
    /// HMAC with SHA-256.
    public static let hs256 = SignatureAlgorithm(.hs256)
    /// HMAC with SHA-384.
    public static let hs384 = SignatureAlgorithm(.hs384)
    /// HMAC with SHA-512.
    public static let hs512 = SignatureAlgorithm(.hs512)

    /// The algorithms whose signatures can be verified with a public key.
    public static let asymmetric: Set<SignatureAlgorithm> = Set(allCases.filter { $0.secretHash == nil })

    /// Every supported algorithm.
    public static let allCases = Name.allCases.map(SignatureAlgorithm.init)

    /// The hash function of an HMAC algorithm; `nil` for other algorithms.
    var secretHash: HashAlgorithm? { generatedKind == nil ? hash : nil }

    /// The hash function that the algorithm names; for EdDSA SHA-512, which Ed25519 uses internally.
    private var hash: HashAlgorithm {
        switch name {
        case .rs256, .ps256, .es256, .hs256: .sha256
        case .rs384, .ps384, .es384, .hs384: .sha384
        case .rs512, .ps512, .es512, .hs512, .edDSA, .ed25519: .sha512
        }
    }

    /// Returns the value of `at_hash`, `c_hash` or `s_hash` for a text in an ID token signed with this algorithm: the
    /// left half of the hash, in base64url (OpenID Connect Core §3.1.3.6).
    package func halfHash(of text: String) -> String {
        let digest = hash.digest(of: Array(text.utf8))
        return Base64URL.encode(digest.prefix(digest.count / 2))
    }

    /// Returns the signature scheme for a key; `nil` if the algorithm does not support that type of key.
    func scheme(for components: PublicKeyComponents) -> SignatureScheme? {
        switch (name, components) {
        case (.rs256, .rsa), (.rs384, .rsa), (.rs512, .rsa): .rsaPKCS1(hash)
        case (.ps256, .rsa), (.ps384, .rsa), (.ps512, .rsa): .rsaPSS(hash)
        case (.es256, .ellipticCurve(.p256, _, _)): .ecdsa(.p256)
        case (.es384, .ellipticCurve(.p384, _, _)): .ecdsa(.p384)
        case (.es512, .ellipticCurve(.p521, _, _)): .ecdsa(.p521)
        case (.edDSA, .edwards(let curve, _)): .eddsa(curve)
        case (.ed25519, .edwards(.ed25519, _)): .eddsa(.ed25519)
        default: nil
        }
    }

    /// The kind of key that is generated for the algorithm; `nil` for algorithms with a shared secret.
    var generatedKind: PrivateKey.Kind? {
        switch name {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: .rsa(bits: 2048)
        case .es256: .ellipticCurve(.p256)
        case .es384: .ellipticCurve(.p384)
        case .es512: .ellipticCurve(.p521)
        case .edDSA, .ed25519: .edwards(.ed25519)
        case .hs256, .hs384, .hs512: nil
        }
    }
}
