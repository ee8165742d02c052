import OpenSSLCryptography
import Testing

@Suite struct PrivateKeyTests {
    private let message = Array("a message".utf8)

    @Test(arguments: EllipticCurve.allCases)
    func `an ECDSA key is recreated from its numbers`(curve: EllipticCurve) throws {
        let key = try PrivateKey(generating: .ellipticCurve(curve))
        guard case .ellipticCurve(_, let x, let y) = key.publicKey.components else {
            Issue.record("another kind of key")
            return
        }
        let secret = try key.secret()

        let again = try PrivateKey(curve, x: x, y: y, secret: secret)

        let signature = try SignatureSigner(again, .ecdsa(curve)).signature(for: message)
        #expect(secret.count == curve.coordinateCount)
        #expect(try SignatureVerifier(key.publicKey, .ecdsa(curve)).isValid(signature, for: message))
    }

    @Test(arguments: [EdwardsCurve.ed25519, .ed448])
    func `an EdDSA key is recreated from its point and seed`(curve: EdwardsCurve) throws {
        let key = try PrivateKey(generating: .edwards(curve))
        guard case .edwards(_, let point) = key.publicKey.components else {
            Issue.record("another kind of key")
            return
        }

        let again = try PrivateKey(curve, point: point, secret: key.secret())

        let signature = try SignatureSigner(again, .eddsa(curve)).signature(for: message)
        #expect(try SignatureVerifier(key.publicKey, .eddsa(curve)).isValid(signature, for: message))
    }

    @Test func `an RSA key has no single secret number`() throws {
        let key = try PrivateKey(generating: .rsa(bits: 2048))

        #expect(throws: CryptographyError.self) { try key.secret() }
    }

    @Test func `an ECDSA signature is encoded in DER on request`() throws {
        let signer = try SignatureSigner(PrivateKey(generating: .ellipticCurve(.p256)), .ecdsa(.p256))

        for _ in 0..<64 {
            let der = try signer.derSignature(for: message)
            // SEQUENCE { INTEGER r, INTEGER s }, each of 33 bytes at most.
            #expect(der[0] == 0x30 && Int(der[1]) == der.count - 2)
            #expect(der[2] == 0x02 && der[3] <= 33 && der[4 + Int(der[3])] == 0x02)
            #expect(4 + Int(der[3]) + 2 + Int(der[5 + Int(der[3])]) == der.count)
        }
    }

    @Test func `an EdDSA signature is the same in both encodings`() throws {
        let signer = try SignatureSigner(PrivateKey(generating: .edwards(.ed25519)), .eddsa(.ed25519))

        #expect(try signer.derSignature(for: message) == signer.signature(for: message))
    }
}
