import Testing

@testable import OpenSSLCryptography

@Suite struct WycheproofDigestTests {
    struct MACGroup: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let key: HexBytes
            let msg: HexBytes
            let tag: HexBytes
            let result: String
        }
        let tagSize: Int
        let tests: [Case]
    }

    struct PBKDFGroup: Decodable {
        struct Case: Decodable {
            let tcId: Int
            let password: HexBytes
            let salt: HexBytes
            let iterationCount: Int
            let dkLen: Int
            let dk: HexBytes
        }
        let tests: [Case]
    }

    @Test(arguments: [("hmac_sha256", HashAlgorithm.sha256), ("hmac_sha384", .sha384), ("hmac_sha512", .sha512)])
    func `agrees with the vectors of HMAC`(file: String, hash: HashAlgorithm) throws {
        for group in try Wycheproof<MACGroup>.load(file) {
            for test in group.tests {
                let authenticator = try MessageAuthenticator(key: SecretBytes(test.key.bytes), hash: hash)
                let isWhole = group.tagSize == 8 * hash.digestCount
                let isSame = try authenticator.code(for: test.msg.bytes).starts(with: test.tag.bytes)

                #expect(isSame == (test.result == "valid"), "\(test.tcId)")
                #expect(
                    authenticator.isValid(test.tag.bytes, for: test.msg.bytes) == (isSame && isWhole), "\(test.tcId)")
            }
        }
    }

    @Test(arguments: [("pbkdf2_hmacsha256", HashAlgorithm.sha256), ("pbkdf2_hmacsha512", .sha512)])
    func `agrees with the vectors of PBKDF2`(file: String, hash: HashAlgorithm) throws {
        for test in try Wycheproof<PBKDFGroup>.load(file).flatMap(\.tests) where test.iterationCount <= 10_000 {
            let derived = try PasswordHash.derive(
                test.password.bytes, salt: test.salt.bytes,
                iterations: test.iterationCount, count: test.dkLen, hash: hash)

            #expect(derived == test.dk.bytes, "\(test.tcId)")
        }
    }

    @Test(arguments: [
        (HashAlgorithm.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func `hashes abc as FIPS 180 does`(hash: HashAlgorithm, digest: String) {
        #expect(
            hash.digest(of: Array("abc".utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                .joined() == digest)
    }
}
