import OpenSSLCryptography
import TestEvents
import Testing

@Suite struct PublicKeyTests {
    /// An odd number of so many bits.
    private static func modulus(_ bits: Int) -> [UInt8] {
        let count = (bits + 7) / 8
        var bytes = [UInt8](repeating: 0xA7, count: count)
        bytes[0] = 1 << UInt8((bits - 1) % 8)
        return bytes
    }

    // Computed: LeakSanitizer cannot follow the tagged pointers of a stored array of enums.
    static var outOfBounds: [PublicKeyComponents] {
        [
            .rsa(modulus: modulus(2047), exponent: [1, 0, 1]), .rsa(modulus: modulus(8193), exponent: [1, 0, 1]),
            .rsa(modulus: modulus(16384), exponent: [1, 0, 1]),
            .rsa(modulus: [0] + modulus(2048), exponent: [1, 0, 1]),
            .rsa(modulus: modulus(2048).dropLast() + [0xA6], exponent: [1, 0, 1]),
            .rsa(modulus: [], exponent: [1, 0, 1]),
            .rsa(modulus: modulus(2048), exponent: []), .rsa(modulus: modulus(2048), exponent: [1]),
            .rsa(modulus: modulus(2048), exponent: [4]), .rsa(modulus: modulus(2048), exponent: [0, 1, 0, 1]),
            .rsa(modulus: modulus(2048), exponent: [1, 0, 0, 0, 1]),
            .ellipticCurve(.p256, x: [UInt8](repeating: 1, count: 32), y: [UInt8](repeating: 1, count: 32)),
            .ellipticCurve(.p256, x: [UInt8](repeating: 0, count: 32), y: [UInt8](repeating: 0, count: 32)),
            .ellipticCurve(.p256, x: [UInt8](repeating: 0xFF, count: 32), y: [UInt8](repeating: 1, count: 32)),
            .ellipticCurve(.p256, x: [UInt8](repeating: 1, count: 33), y: [UInt8](repeating: 1, count: 32)),
            .edwards(.ed25519, point: [UInt8](repeating: 1, count: 31)), .edwards(.ed25519, point: []),
        ]
    }

    /// The encodings of the points of small order, for either sign of `x`, and encodings that are not canonical.
    static var weakPoints: [PublicKeyComponents] {
        let eights: [[UInt8]] = [
            [
                0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
                0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
            ],
            [
                0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
                0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
            ],
        ]
        let middle = [UInt8](repeating: 0xFF, count: 30)
        let zeros = [UInt8](repeating: 0, count: 57)
        let short = [Array(zeros.prefix(32)), [1] + zeros.prefix(31), [0xEC] + middle + [0x7F]]
        let reduced: [[UInt8]] = [[0xED] + middle + [0x7F], [0xEE] + middle + [0x7F], [0xFF] + middle + [0x7F]]
        let half = [UInt8](repeating: 0xFF, count: 27)
        let long = [zeros, [1] + zeros.dropFirst()] + [0xFE, 0xFF].map { [$0] + half + [0xFE] + half + [0xFF, 0] }
        func signs(_ point: [UInt8]) -> [[UInt8]] { [point, point.dropLast() + [point[point.count - 1] | 0x80]] }
        return (eights + short + reduced).flatMap(signs).map { .edwards(.ed25519, point: $0) }
            + long.flatMap(signs).map { .edwards(.ed448, point: $0) }
    }

    @Test(arguments: weakPoints)
    func `K5 refuses an EdDSA key with which any person can sign`(components: PublicKeyComponents) {
        #expect(throws: CryptographyError(.keyRefused)) { try PublicKey(components) }
    }

    @Test(arguments: outOfBounds)
    func `J8 refuses numbers out of bounds and points off the curve`(components: PublicKeyComponents) {
        let time = ProcessorTime.shortest { #expect(throws: CryptographyError.self) { try PublicKey(components) } }

        #expect(time < 50_000_000, "\(time / 1_000) µs")
    }

    @Test(arguments: [
        PublicKeyComponents.rsa(modulus: modulus(2048), exponent: [3]),
        .rsa(modulus: modulus(8192), exponent: [0xFF, 0xFF, 0xFF, 0xFF]),
    ])
    func `accepts the bounds themselves`(components: PublicKeyComponents) throws {
        #expect(try PublicKey(components).components == components)
    }

    @Test(arguments: [
        (PrivateKey.Kind.ellipticCurve(.p256), SignatureScheme.ecdsa(.p384)),
        (.ellipticCurve(.p256), .rsaPKCS1(.sha256)), (.edwards(.ed25519), .eddsa(.ed448)),
        (.edwards(.ed25519), .ecdsa(.p256)),
    ])
    func `J2 binds a key to no scheme but its own`(kind: PrivateKey.Kind, scheme: SignatureScheme) throws {
        let key = try PrivateKey(generating: kind)

        #expect(throws: CryptographyError.self) { try SignatureVerifier(key.publicKey, scheme) }
        #expect(throws: CryptographyError.self) { try SignatureSigner(key, scheme) }
    }

    @Test(arguments: [1024, 2047, 8193])
    func `generates no RSA key out of bounds`(bits: Int) {
        #expect(throws: CryptographyError.self) { try PrivateKey(generating: .rsa(bits: bits)) }
    }
}
