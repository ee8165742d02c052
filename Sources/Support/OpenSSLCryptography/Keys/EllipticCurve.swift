/// An ECDSA curve over a prime field (FIPS 186-5, RFC 7518 §6.2.1.1).
package enum EllipticCurve: String, Sendable, Hashable, CaseIterable {
    /// The curve of ES256.
    case p256 = "P-256"
    /// The curve of ES384.
    case p384 = "P-384"
    /// The curve of ES512.
    case p521 = "P-521"

    /// The length of a coordinate, and of each half of a signature, in bytes.
    package var coordinateCount: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// The hash function that JOSE combines with the curve.
    package var hash: HashAlgorithm {
        switch self {
        case .p256: .sha256
        case .p384: .sha384
        case .p521: .sha512
        }
    }
}
