import Testing

@testable import OpenSSLCryptography

@Suite struct MessageAuthenticatorTests {
    @Test(arguments: HashAlgorithm.allCases)
    func `only a whole code is valid, and with no changed bit`(hash: HashAlgorithm) throws {
        let authenticator = try MessageAuthenticator(key: SecretBytes([1, 2, 3]), hash: hash)
        let message: [UInt8] = [4, 5, 6]
        let code = try authenticator.code(for: message)

        for count in 0...code.count {
            #expect(authenticator.isValid(Array(code.prefix(count)), for: message) == (count == code.count))
        }
        for bit in 0..<(8 * code.count) {
            var changed = code
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!authenticator.isValid(changed, for: message), "\(bit)")
        }
        #expect(!authenticator.isValid(code + [0], for: message))
        #expect(!authenticator.isValid(code, for: message + [0]))
    }
}
