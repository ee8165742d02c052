/// An EdDSA curve (RFC 8032, RFC 8037 §2).
package enum EdwardsCurve: String, Sendable, Hashable, CaseIterable {
    /// Ed25519: keys of 32 bytes, signatures of 64.
    case ed25519 = "Ed25519"
    /// Ed448: keys of 57 bytes, signatures of 114.
    case ed448 = "Ed448"

    /// The length of a public or private key in bytes.
    package var keyCount: Int { self == .ed25519 ? 32 : 57 }

    package var signatureCount: Int { 2 * keyCount }

    /// The library's name of the key type.
    var name: String { self == .ed25519 ? "ED25519" : "ED448" }

    /// Returns whether a point is encoded canonically: `y`, least significant byte first, with the sign of `x` in the
    /// highest bit (RFC 8032 §5.1.3). It is not of small order, 1, 2, 4 or 8 (RFC 7748 §7), with which an attacker can
    /// sign.
    func isUsable(_ point: [UInt8]) -> Bool {
        guard point.count == keyCount else { return false }
        let y = point.dropLast() + [point[keyCount - 1] & 0x7F]
        // Compared from the most significant byte; a `y` of the field's size or more is not canonical.
        guard y.reversed().lexicographicallyPrecedes(fieldSize.reversed()) else { return false }
        return !smallOrders.contains { $0.elementsEqual(y) }
    }

    /// The size of the curve's field: 2²⁵⁵ − 19, or 2⁴⁴⁸ − 2²²⁴ − 1.
    private var fieldSize: [UInt8] {
        switch self {
        case .ed25519: [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        case .ed448:
            [UInt8](repeating: 0xFF, count: 28) + [0xFE] + [UInt8](repeating: 0xFF, count: 27) + [0]
        }
    }

    /// The `y` of the points of small order: 0, 1, −1, and for Ed25519 two of order 8.
    private var smallOrders: [[UInt8]] {
        let zero = [UInt8](repeating: 0, count: keyCount)
        let minusOne = [fieldSize[0] - 1] + fieldSize.dropFirst()
        return [zero, [1] + zero.dropFirst(), minusOne] + (self == .ed25519 ? Self.orderEight : [])
    }

    private static let orderEight: [[UInt8]] = [
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]
}
