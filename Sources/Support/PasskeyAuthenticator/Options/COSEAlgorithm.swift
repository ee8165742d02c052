/// A signature algorithm, by its COSE identifier.
///
/// - SeeAlso: [RFC 9053 §2](https://www.rfc-editor.org/rfc/rfc9053#section-2)
public struct COSEAlgorithm: RawRepresentable, Sendable, Hashable, Decodable {
    /// The COSE identifier.
    public let rawValue: Int

    /// Creates an algorithm: the memberwise initializer, whose parameters are the same as the properties.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// ECDSA on P-256 with SHA-256.
    public static let es256 = COSEAlgorithm(rawValue: -7)
    /// EdDSA on Ed25519.
    public static let edDSA = COSEAlgorithm(rawValue: -8)
    /// RSASSA-PKCS1-v1_5 with SHA-256; ``SoftwareAuthenticator`` does not create such keys.
    public static let rs256 = COSEAlgorithm(rawValue: -257)
}
