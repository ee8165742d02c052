import Testing

@testable import OpenSSLCryptography

@Suite struct MessageAuthenticatorTests {
    @Test(arguments: HashAlgorithm.allCases)
    func `a truncated code is valid from half of its length on, and with no changed bit`(hash: HashAlgorithm) throws {
        let authenticator = try MessageAuthenticator(key: SecretBytes([1, 2, 3]), hash: hash)
        let message: [UInt8] = [4, 5, 6]
        let code = try authenticator.code(for: message)

        for count in 0...code.count {
            let truncated = Array(code.prefix(count))
            #expect(authenticator.isValid(truncated: truncated, for: message) == (count >= code.count / 2))
            #expect(authenticator.isValid(truncated, for: message) == (count == code.count))
        }
        for bit in 0..<(8 * code.count / 2) {
            var changed = Array(code.prefix(code.count / 2))
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!authenticator.isValid(truncated: changed, for: message), "\(bit)")
        }
        #expect(!authenticator.isValid(truncated: code + [0], for: message))
        #expect(!authenticator.isValid(truncated: code.prefix(code.count / 2), for: message + [0]))
    }
}
