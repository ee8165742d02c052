import OpenSSLCryptography
import Testing

@Suite struct PasswordHashTests {
    @Test func `accepts its password and no other`() throws {
        let hash = try PasswordHash(of: "pässword", iterations: 10)

        #expect(hash.matches("pässword"))
        #expect(!hash.matches("password"))
        #expect(!hash.matches(""))
    }

    @Test func `is the same hash after it was stored`() throws {
        let parts = try PasswordHash(of: "password", iterations: 10).parts
        let hash = PasswordHash(salt: parts.salt, iterations: parts.iterations, derived: parts.derived)

        #expect(hash.matches("password"))
        #expect(!hash.matches("other"))
    }

    @Test(arguments: [0, -1, 100_000_000])
    func `S5 refuses iteration counts out of bounds`(iterations: Int) {
        #expect(throws: CryptographyError.self) { try PasswordHash(of: "a", iterations: iterations) }
    }

    @Test func `L3 shows no part of the password or hash`() throws {
        let secret = SecretBytes(Array("canary".utf8))
        let hash = try PasswordHash(of: "canary", iterations: 1)
        let key = try PrivateKey(generating: .edwards(.ed25519))

        for description in ["\(secret)", "\(hash)", "\(key)", String(reflecting: secret), String(reflecting: hash)] {
            #expect(description.contains("redacted"))
        }
        #expect(Mirror(reflecting: hash).children.isEmpty)
        #expect(Mirror(reflecting: secret).children.isEmpty)
        #expect(Mirror(reflecting: key).children.isEmpty)
    }
}
