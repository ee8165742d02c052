/// The numbers of a public key, each most significant byte first.
package enum PublicKeyComponents: Sendable, Hashable {
    /// An RSA modulus and exponent, without leading zero bytes.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// A point, with each coordinate at the curve's full width.
    case ellipticCurve(EllipticCurve, x: [UInt8], y: [UInt8])
    /// An encoded point.
    case edwards(EdwardsCurve, point: [UInt8])

    /// Refuses numbers that are out of bounds, before any arithmetic with them.
    ///
    /// - Throws: ``CryptographyError/Code/keyRefused`` for an RSA modulus outside 2048 to 8192 bits, even, with a
    ///   leading zero, or with the fingerprint of ROCA; for an exponent that is even, 1, or above 2³²−1; for
    ///   coordinates of another width; for an EdDSA point that is not canonical, or of small order.
    func checkBounds() throws(CryptographyError) {
        let isWithin =
            switch self {
            case .rsa(let modulus, let exponent):
                Self.isModulus(modulus) && Self.isExponent(exponent) && !WeakPrimes.made(modulus)
            case .ellipticCurve(let curve, let x, let y):
                x.count == curve.coordinateCount && y.count == curve.coordinateCount
            case .edwards(let curve, let point): curve.isUsable(point)
            }
        guard isWithin else { throw CryptographyError(.keyRefused) }
    }

    private static func isModulus(_ modulus: [UInt8]) -> Bool {
        guard let first = modulus.first, first != 0, let last = modulus.last else { return false }
        return (2048...8192).contains(modulus.count * 8 - first.leadingZeroBitCount) && last & 1 == 1
    }

    private static func isExponent(_ exponent: [UInt8]) -> Bool {
        guard (1...4).contains(exponent.count), let first = exponent.first, first != 0 else { return false }
        let value = exponent.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return value >= 3 && value & 1 == 1
    }
}
