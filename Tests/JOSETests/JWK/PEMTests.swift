import Foundation
import JOSE
import Testing

/// Keys in PEM, as `openssl` and RFC 8410 write them.
@Suite struct PEMTests {
    private let payload = Array(#"{"sub":"a"}"#.utf8)

    private func refusal(_ text: String, _ algorithm: SignatureAlgorithm = .es256) -> JOSEError? {
        #expect(throws: JOSEError.self) { try SigningKey(pem: text, algorithm: algorithm) }
    }

    @Test func `the keys of RFC 8410 belong together`() throws {
        let key = try SigningKey(pem: KeyTexts.load("rfc8410-private"), algorithm: .edDSA)
        let other = try JSONWebKey(pem: KeyTexts.load("rfc8410-public"), algorithm: .edDSA)

        #expect(key.publicKey == other)
        let ring = KeyRing(JSONWebKeySet([other]))
        #expect(try ring.verify(key.sign(payload)).payload == payload)
    }

    @Test(arguments: [
        ("rsa-pkcs1", SignatureAlgorithm.rs256), ("rsa-pkcs8", .ps512), ("p256-sec1", .es256),
        ("p256-no-public", .es256), ("p256-compressed", .es256), ("p384-pkcs8", .es384), ("p521-pkcs8", .es512),
        ("ed448-pkcs8", .edDSA),
    ])
    func `a private key signs, and its public key verifies`(name: String, algorithm: SignatureAlgorithm) throws {
        let key = try SigningKey(pem: KeyTexts.load(name), algorithm: algorithm)

        let signed = try key.sign(payload)

        let ring = KeyRing(JSONWebKeySet(publishing: [key]))
        #expect(try ring.verify(signed).payload == payload)
        #expect(try ring.verify(signed).header.keyID == key.id)
    }

    @Test func `every format of a key is the same key`() throws {
        let rsa = try ["rsa-pkcs1", "rsa-pkcs8"].map { try SigningKey(pem: KeyTexts.load($0), algorithm: .rs256) }
        let curve = try ["p256-sec1", "p256-no-public", "p256-compressed"].map {
            try SigningKey(pem: KeyTexts.load($0), algorithm: .es256)
        }

        #expect(try Set(rsa.map(\.publicKey)) == [JSONWebKey(pem: KeyTexts.load("rsa-public"), algorithm: .rs256)])
        #expect(try Set(curve.map(\.publicKey)) == [JSONWebKey(pem: KeyTexts.load("p256-public"), algorithm: .es256)])
    }

    @Test(arguments: ["encrypted-pkcs8", "encrypted-sec1", "encrypted-pkcs1"])
    func `an encrypted key is refused as encrypted`(name: String) throws {
        #expect(refusal(try KeyTexts.load(name))?.code == .keyEncrypted)
    }

    @Test(arguments: [
        ("refused-secp256k1", SignatureAlgorithm.es256), ("refused-x25519", .edDSA), ("refused-rsa-1024", .rs256),
        ("refused-rsa-pss", .ps256), ("refused-mismatch", .es256), ("refused-trailing", .es256),
    ])
    func `J8 a key that is not supported or does not match itself is refused`(
        name: String, algorithm: SignatureAlgorithm
    ) throws {
        #expect(refusal(try KeyTexts.load(name), algorithm)?.code == .keyRefused)
    }

    @Test(arguments: [
        ("rsa-pkcs8", SignatureAlgorithm.es256), ("p256-sec1", .es384), ("p256-sec1", .rs256), ("p384-pkcs8", .es256),
        ("ed448-pkcs8", .ed25519), ("rsa-pkcs1", .hs256),
    ])
    func `J2 a key of another type than the algorithm's is refused`(name: String, algorithm: SignatureAlgorithm) throws
    {
        #expect(refusal(try KeyTexts.load(name), algorithm)?.code == .algorithmNotAllowed)
    }

    @Test func `a text without a key is refused`() throws {
        let text = try KeyTexts.load("p384-pkcs8")
        let damaged = text.replacingOccurrences(of: "-----END", with: "-----ENDE")

        for other in ["", "no key", "{}", damaged, String(text.prefix(60)), try KeyTexts.load("p256-public")] {
            #expect(refusal(other)?.code == .malformed)
        }
        #expect(refusal(text + String(repeating: "\n", count: 65_536))?.code == .tooLarge)
        let empty = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
        #expect(refusal(empty)?.code == .keyRefused)
    }

    @Test func `text and other blocks around a key are ignored`() throws {
        let (certificate, key) = (try KeyTexts.load("rfc8705-certificate"), try KeyTexts.load("p256-sec1"))

        #expect(try SigningKey(pem: "subject=a\n\(certificate)\(key)", algorithm: .es256).id != nil)
    }

    @Test func `a private key is no verification key`() throws {
        for name in ["p256-sec1", "rsa-pkcs1", "p384-pkcs8"] {
            let error = #expect(throws: JOSEError.self) { try JSONWebKey(pem: KeyTexts.load(name)) }
            #expect(error?.code == .malformed)
        }
        let error = #expect(throws: JOSEError.self) {
            try JSONWebKey(pem: KeyTexts.load("p256-public"), algorithm: .rs256)
        }
        #expect(error?.code == .algorithmNotAllowed)
    }

    @Test(arguments: [SignatureAlgorithm.rs256, .es256, .es384, .es512, .edDSA])
    func `an exported key is the same key`(algorithm: SignatureAlgorithm) throws {
        let key = try SigningKey(generating: algorithm)

        let text = try key.privateKeyPEM()
        let again = try SigningKey(pem: text, algorithm: algorithm)

        #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(text.hasSuffix("-----END PRIVATE KEY-----\n"))
        #expect(again.publicKey == key.publicKey)
        #expect(try KeyRing(JSONWebKeySet(publishing: [key])).verify(again.sign(payload)).payload == payload)
    }

    @Test func `the exported key of RFC 8410 is its text`() throws {
        let text = try KeyTexts.load("rfc8410-private")

        #expect(try SigningKey(pem: text, algorithm: .edDSA).privateKeyPEM() == text)
    }

    @Test func `a shared secret has no text in PEM`() throws {
        let key = try SigningKey(secret: SecretBytes([UInt8](repeating: 1, count: 32)), algorithm: .hs256)

        let error = #expect(throws: JOSEError.self) { try key.privateKeyPEM() }

        #expect(error?.code == .algorithmNotAllowed)
    }

    @Test func `L1 neither a key nor an error shows the text`() throws {
        let text = try KeyTexts.load("p256-sec1")
        var shown = "\(String(describing: refusal(text, .rs256)))"
        dump(try SigningKey(pem: text, algorithm: .es256), to: &shown)

        for line in text.split(separator: "\n") where !line.hasPrefix("--") { #expect(!shown.contains(line)) }
        #expect(shown.contains("ES256"))
    }
}
