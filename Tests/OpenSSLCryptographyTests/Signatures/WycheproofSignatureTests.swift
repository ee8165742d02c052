import OpenSSLCryptography
import Testing

@Suite struct WycheproofSignatureTests {
    struct ECGroup: Decodable {
        struct Key: Decodable { let uncompressed: HexBytes }
        let publicKey: Key
        let tests: [SignatureCase]
    }

    struct RSAGroup: Decodable {
        struct Key: Decodable {
            let modulus: HexBytes
            let publicExponent: HexBytes
        }
        let publicKey: Key
        let sha: String
        let mgfSha: String?
        let sLen: Int?
        let tests: [SignatureCase]

        var hash: HashAlgorithm? { ["SHA-256": .sha256, "SHA-384": .sha384, "SHA-512": .sha512][sha] }
        var key: PublicKey {
            get throws {
                try PublicKey(.rsa(modulus: publicKey.modulus.number, exponent: publicKey.publicExponent.number))
            }
        }
    }

    struct EdGroup: Decodable {
        struct Key: Decodable { let pk: HexBytes }
        let publicKey: Key
        let tests: [SignatureCase]
    }

    private func check(
        _ tests: [SignatureCase], _ verifier: SignatureVerifier,
        accepts: (SignatureCase) -> Bool = { $0.result == "valid" }
    ) {
        for test in tests {
            #expect(
                verifier.isValid(test.sig.bytes, for: test.msg.bytes) == accepts(test), "\(test.tcId) \(test.comment)")
        }
    }

    @Test(arguments: [
        ("ecdsa_secp256r1_sha256_p1363", EllipticCurve.p256), ("ecdsa_secp384r1_sha384_p1363", .p384),
        ("ecdsa_secp521r1_sha512_p1363", .p521),
    ])
    func `J3 agrees with the vectors of ECDSA`(file: String, curve: EllipticCurve) throws {
        for group in try Wycheproof<ECGroup>.load(file) {
            let point = group.publicKey.uncompressed.bytes.dropFirst()
            let key = try PublicKey(
                .ellipticCurve(
                    curve, x: Array(point.prefix(curve.coordinateCount)), y: Array(point.suffix(curve.coordinateCount)))
            )

            check(group.tests, try SignatureVerifier(key, .ecdsa(curve)))
        }
    }

    @Test func `J3 refuses a DER signature in place of the JOSE form`() throws {
        var count = 0
        for group in try Wycheproof<ECGroup>.load("ecdsa_secp256r1_sha256") {
            let point = group.publicKey.uncompressed.bytes.dropFirst()
            let key = try PublicKey(.ellipticCurve(.p256, x: Array(point.prefix(32)), y: Array(point.suffix(32))))

            check(group.tests, try SignatureVerifier(key, .ecdsa(.p256))) { _ in false }
            count += group.tests.count
        }
        #expect(count == 484)
    }

    @Test(arguments: [
        "2048_sha256", "2048_sha384", "2048_sha512", "3072_sha256", "3072_sha384", "3072_sha512", "4096_sha256",
        "4096_sha384", "4096_sha512", "8192_sha256",
    ])
    func `agrees with the vectors of RSA PKCS 1, and refuses those called acceptable`(file: String) throws {
        for group in try Wycheproof<RSAGroup>.load("rsa_signature_\(file)") {
            let hash = try #require(group.hash)

            check(group.tests, try SignatureVerifier(try group.key, .rsaPKCS1(hash)))
        }
    }

    @Test(arguments: [
        "2048_sha256_mgf1_0", "2048_sha256_mgf1_32", "2048_sha256_mgf1sha1_20", "2048_sha384_mgf1_48",
        "3072_sha256_mgf1_32", "4096_sha256_mgf1_32", "4096_sha384_mgf1_48", "4096_sha512_mgf1_32",
        "4096_sha512_mgf1_64", "misc",
    ])
    func `agrees with the vectors of RSA PSS in the JOSE profile, and refuses the others`(
        file: String
    ) throws {
        for group in try Wycheproof<RSAGroup>.load("rsa_pss_\(file)") {
            let hash = group.hash ?? .sha256
            let isProfile = group.hash != nil && group.mgfSha == group.sha && group.sLen == hash.digestCount

            check(group.tests, try SignatureVerifier(try group.key, .rsaPSS(hash))) { test in
                // Among the broken signatures of other profiles is one whose salt is as long as ours has to be.
                isProfile
                    ? test.result == "valid"
                    : group.mgfSha == group.sha && test.comment == "s_len changed to \(hash.digestCount)"
            }
        }
    }

    @Test(arguments: [("ed25519", EdwardsCurve.ed25519), ("ed448", .ed448)])
    func `agrees with the vectors of EdDSA`(file: String, curve: EdwardsCurve) throws {
        for group in try Wycheproof<EdGroup>.load(file) {
            let key = try PublicKey(.edwards(curve, point: group.publicKey.pk.bytes))

            check(group.tests, try SignatureVerifier(key, .eddsa(curve)))
        }
    }
}
