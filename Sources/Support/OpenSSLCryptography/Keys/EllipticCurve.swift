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

    /// The order of the curve, most significant byte first: an upper bound of both halves of a signature.
    var order: [UInt8] {
        switch self {
        case .p256: Self.orderOfP256
        case .p384: Self.orderOfP384
        case .p521: Self.orderOfP521
        }
    }

    private static let orderOfP256: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
    private static let orderOfP384: [UInt8] =
        [UInt8](repeating: 0xFF, count: 24) + [
            0xC7, 0x63, 0x4D, 0x81, 0xF4, 0x37, 0x2D, 0xDF, 0x58, 0x1A, 0x0D, 0xB2,
            0x48, 0xB0, 0xA7, 0x7A, 0xEC, 0xEC, 0x19, 0x6A, 0xCC, 0xC5, 0x29, 0x73,
        ]
    private static let orderOfP521: [UInt8] =
        [0x01] + [UInt8](repeating: 0xFF, count: 32) + [
            0xFA, 0x51, 0x86, 0x87, 0x83, 0xBF, 0x2F, 0x96, 0x6B, 0x7F, 0xCC, 0x01, 0x48, 0xF7, 0x09, 0xA5, 0xD0,
            0x3B, 0xB5, 0xC9, 0xB8, 0x89, 0x9C, 0x47, 0xAE, 0xBB, 0x6F, 0xB7, 0x1E, 0x91, 0x38, 0x64, 0x09,
        ]
}
