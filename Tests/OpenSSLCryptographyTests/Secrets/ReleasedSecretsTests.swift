import OpenSSLCryptography
import TestEvents
import Testing

/// Each in a process of its own, because the memory of the whole process is searched.
@Suite(.enabled(if: !Sanitizer.isActive)) struct ReleasedSecretsTests {
    @Test func `M1 secret bytes are in memory until they are released, and not after`() async {
        await #expect(processExitsWith: .success) {
            var secret: SecretBytes? = try SecretBytes(random: 32)
            let canary = try #require(secret?.withUnsafeBytes { MaskedBytes($0) })
            #expect(canary.occurrences() == 1)

            secret = nil

            #expect(canary.occurrences() == 0)
        }
    }

    @Test(arguments: ["EC", "Ed25519"])
    func `M1 nothing of a private key remains after it signed and was released`(kind: String) async {
        await #expect(processExitsWith: .success) { [kind] in
            let isEC = kind == "EC"
            var key: PrivateKey? = try PrivateKey(generating: isEC ? .ellipticCurve(.p256) : .edwards(.ed25519))
            var secret: SecretBytes? = try key?.secret()
            let canary = try #require(secret?.withUnsafeBytes { MaskedBytes($0) })
            if case .ellipticCurve(let curve, let x, let y) = key?.publicKey.components, let known = secret {
                key = try PrivateKey(curve, x: x, y: y, secret: known)
            } else if case .edwards(let curve, let point) = key?.publicKey.components, let known = secret {
                key = try PrivateKey(curve, point: point, secret: known)
            }
            var signer = try key.map { try SignatureSigner($0, isEC ? .ecdsa(.p256) : .eddsa(.ed25519)) }
            _ = try signer?.signature(for: [1, 2, 3])
            secret = nil
            #expect(try #require(canary.occurrences()) > 0)

            (key, signer) = (nil, nil)

            #expect(canary.occurrences() == 0)
        }
    }

    @Test func `M1 nothing of a shared secret remains after it authenticated, derived and sealed`() async {
        await #expect(processExitsWith: .success) {
            var secret: SecretBytes? = try SecretBytes(random: 32)
            let canary = try #require(secret?.withUnsafeBytes { MaskedBytes($0) })
            var authenticator = try secret.map { try MessageAuthenticator(key: $0, hash: .sha256) }
            var sealing = try secret.map { try SealingKey($0) }
            _ = try authenticator?.code(for: [1, 2, 3])
            let nonce = [UInt8](repeating: 1, count: SealingKey.nonceCount)
            let sealed = try #require(try sealing?.seal(SecretBytes([1]), nonce: nonce))
            _ = try sealing?.open(sealed, nonce: nonce)
            _ = try secret?.derived(32, salt: [], purpose: [1])

            (secret, authenticator, sealing) = (nil, nil, nil)

            #expect(canary.occurrences() == 0)
        }
    }

    @Test func `M1 an array is overwritten in place`() {
        // Made at run time: the bytes of a literal are in the program file, and writing to them makes a copy.
        var bytes = (0..<3).map { _ in UInt8.random(in: 1...255) }
        let address = bytes.withUnsafeBytes { $0.baseAddress }

        bytes.wipe()

        #expect(bytes == [0, 0, 0])
        #expect(bytes.withUnsafeBytes { $0.baseAddress } == address)
    }
}
