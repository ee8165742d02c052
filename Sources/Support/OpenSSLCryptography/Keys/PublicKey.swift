import CAuth0OpenSSL

/// A public key, which verifies signatures.
package struct PublicKey: Sendable {
    package let components: PublicKeyComponents
    let handle: OpenSSLHandle

    /// Creates a key. Throws `keyRefused` if its numbers are out of bounds, or the point is not on the curve.
    package init(_ components: PublicKeyComponents) throws(CryptographyError) {
        try components.checkBounds()
        self.components = components
        switch components {
        case .rsa(let modulus, let exponent):
            handle = try KeyParameters(modulus: modulus, exponent: exponent).key("RSA", shim_public_key)
        case .ellipticCurve(let curve, let x, let y):
            handle = try KeyParameters(curve, x: x, y: y).key("EC", shim_public_key)
        case .edwards(let curve, let point):
            handle = try OpenSSLHandle(
                owning: EVP_PKEY_new_raw_public_key_ex(nil, curve.name, nil, point, point.count),
                free: EVP_PKEY_free, orThrow: .keyRefused)
        }
    }

    /// Returns whether all bytes are the DER of a key (`SubjectPublicKeyInfo`, PKCS #1, SEC 1, PKCS #8) or a
    /// certificate.
    package static func isEncoded(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.octets, start.pointee == 0x30 else { return false }
        OpenSSLLibrary.start()
        defer { ERR_clear_error() }
        func isDecoded<Value>(
            _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Value?, _ free: (Value?) -> Void
        ) -> Bool {
            var end: UnsafePointer<UInt8>? = start
            let value = decode(&end, bytes.count)
            defer { free(value) }
            return value != nil && end == start + bytes.count
        }
        return isDecoded({ d2i_PUBKEY(nil, $0, $1) }, EVP_PKEY_free)
            || isDecoded({ d2i_X509(nil, $0, $1) }, X509_free)
            || isDecoded({ d2i_PublicKey(EVP_PKEY_RSA, nil, $0, $1) }, EVP_PKEY_free)
            || isDecoded({ d2i_AutoPrivateKey(nil, $0, $1) }, EVP_PKEY_free)
    }
}

extension PublicKey: Hashable {
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.components == rhs.components }
    package func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

/// The numbers of a public key, each most significant byte first.
package enum PublicKeyComponents: Sendable, Hashable {
    /// An RSA modulus and exponent, without leading zero bytes.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// A point, with each coordinate at the curve's full width.
    case ellipticCurve(EllipticCurve, x: [UInt8], y: [UInt8])
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
