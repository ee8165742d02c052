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
