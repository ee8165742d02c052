import OpenSSLCryptography
import Testing

@Suite struct SignatureRoundTripTests {
    static let cases: [(PrivateKey.Kind, SignatureScheme)] = [
        (.rsa(bits: 2048), .rsaPKCS1(.sha256)), (.rsa(bits: 2048), .rsaPSS(.sha384)),
        (.ellipticCurve(.p256), .ecdsa(.p256)), (.ellipticCurve(.p384), .ecdsa(.p384)),
        (.ellipticCurve(.p521), .ecdsa(.p521)),
        (.edwards(.ed25519), .eddsa(.ed25519)), (.edwards(.ed448), .eddsa(.ed448)),
    ]

    @Test(arguments: cases)
    func `accepts signed data and no other`(kind: PrivateKey.Kind, scheme: SignatureScheme) throws {
        let key = try PrivateKey(generating: kind)
        let verifier = try SignatureVerifier(key.publicKey, scheme)
        let message = Array("a message".utf8)

        let signature = try SignatureSigner(key, scheme).signature(for: message)

        #expect(verifier.isValid(signature, for: message))
        #expect(!verifier.isValid(signature, for: Array("another".utf8)))
        #expect(!verifier.isValid(Array(signature.dropLast()), for: message))
        #expect(!verifier.isValid(signature + [0], for: message))
        #expect(!verifier.isValid([], for: message))
        for index in [0, signature.count / 2, signature.count - 1] {
            var other = signature
            other[index] ^= 1
            #expect(!verifier.isValid(other, for: message))
        }
    }
}
