import Testing

@testable import OpenSSLCryptography

@Suite struct WycheproofSealingTests {
    struct AEADGroup: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let key: HexBytes
            let iv: HexBytes
            let aad: HexBytes
            let msg: HexBytes
            let ct: HexBytes
            let tag: HexBytes
            let result: String
        }
        let ivSize: Int
        let tests: [Case]
    }

    struct HKDFGroup: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let ikm: HexBytes
            let salt: HexBytes
            let info: HexBytes
            let size: Int
            let okm: HexBytes
            let result: String
        }
        let tests: [Case]
    }

    @Test func `agrees with the vectors of AES-GCM`() throws {
        for group in try Wycheproof<AEADGroup>.load("aes_gcm") {
            for test in group.tests {
                let key = try SealingKey(SecretBytes(test.key.bytes))
                let sealed = test.ct.bytes + test.tag.bytes
                let opened = Result { () throws(CryptographyError) in
                    try key.open(sealed, nonce: test.iv.bytes, context: test.aad.bytes)
                }

                guard group.ivSize == 96 else {
                    #expect(throws: CryptographyError(.parameterRefused), "\(test.tcId)") { try opened.get() }
                    continue
                }
                guard test.result == "valid" else {
                    #expect(throws: CryptographyError(.notAuthentic), "\(test.tcId)") { try opened.get() }
                    continue
                }
                #expect(try opened.get().withUnsafeBytes { Array($0) } == test.msg.bytes, "\(test.tcId)")
                let ours = try key.seal(
                    SecretBytes(test.msg.bytes), nonce: test.iv.bytes, context: test.aad.bytes)
                #expect(ours == sealed, "\(test.tcId)")
            }
        }
    }

    @Test(arguments: [("hkdf_sha256", HashAlgorithm.sha256), ("hkdf_sha384", .sha384), ("hkdf_sha512", .sha512)])
    func `agrees with the vectors of HKDF`(file: String, hash: HashAlgorithm) throws {
        for test in try Wycheproof<HKDFGroup>.load(file).flatMap(\.tests) {
            let derived = Result { () throws(CryptographyError) in
                try SecretBytes(test.ikm.bytes).derived(
                    test.size, salt: test.salt.bytes, purpose: test.info.bytes, hash: hash)
            }

            guard test.result == "valid" else {
                #expect(throws: CryptographyError(.parameterRefused), "\(test.tcId)") { try derived.get() }
                continue
            }
            #expect(try derived.get().withUnsafeBytes { Array($0) } == test.okm.bytes, "\(test.tcId)")
        }
    }

    @Test func `refuses a key of another length, and text too short for a tag`() throws {
        #expect(throws: CryptographyError(.parameterRefused)) {
            try SealingKey(SecretBytes([UInt8](repeating: 1, count: 20)))
        }
        let key = try SealingKey(SecretBytes([UInt8](repeating: 1, count: 32)))

        #expect(throws: CryptographyError(.notAuthentic)) {
            try key.open([1, 2, 3], nonce: [UInt8](repeating: 0, count: 12))
        }
    }
}
