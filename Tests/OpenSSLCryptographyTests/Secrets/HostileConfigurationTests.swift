import OpenSSLCryptography
import TestEvents
import Testing

/// Each in a process of its own, because the library reads its configuration once per process.
@Suite struct HostileConfigurationTests {
    /// The functions of this module that can be the first of a program to use OpenSSL.
    enum FirstUse: String, Codable, Sendable, CaseIterable {
        case random, digest, passwordHash, derivation, authenticator, sealing, generation, number, edwardsPublic
        case edwardsPrivate, pem

        /// Uses the library; throws or traps if its algorithms are disabled.
        func run() throws {
            let secret = SecretBytes([UInt8](repeating: 7, count: 32))
            switch self {
            case .random: _ = try SecureRandom.bytes(16)
            case .digest: _ = HashAlgorithm.sha256.digest(of: [1])
            case .passwordHash: _ = try PasswordHash(of: "password", iterations: 1)
            case .derivation: _ = try secret.derived(32, salt: [], purpose: [])
            case .authenticator: _ = try MessageAuthenticator(key: secret, hash: .sha256).code(for: [1])
            case .sealing: _ = try SealingKey(secret).seal(secret, nonce: [UInt8](repeating: 1, count: 12))
            case .generation: _ = try PrivateKey(generating: .ellipticCurve(.p256))
            case .number: _ = try PublicKey(.rsa(modulus: [UInt8](repeating: 0xA7, count: 256), exponent: [1, 0, 1]))
            case .edwardsPublic: _ = try PublicKey(.edwards(.ed25519, point: Self.point))
            case .edwardsPrivate: _ = try PrivateKey(.ed25519, point: Self.point, secret: SecretBytes(Self.seed))
            case .pem: _ = try PrivateKey(#require(PEMBlock.first(in: Self.privateKey, labeled: PrivateKey.labels)))
            }
        }

        /// The first key pair of RFC 8032 §7.1.
        private static let seed = bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
        private static let point = bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        private static let privateKey = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """

        private static func bytes(_ hex: String) -> [UInt8] {
            let digits = Array(hex)
            return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        }
    }

    @Test(arguments: FirstUse.allCases)
    func `T4 OPENSSL_CONF has no effect on the first use of OpenSSL`(use: FirstUse) async {
        await #expect(processExitsWith: .success) { [use] in
            try #require(HostileOpenSSL.install())
            defer { HostileOpenSSL.remove() }

            try use.run()
        }
    }
}
