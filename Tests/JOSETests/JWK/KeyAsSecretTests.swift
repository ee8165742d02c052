import ByteEncodings
import Foundation
import JOSE
import OpenSSLCryptography
import Testing

@Suite struct KeyAsSecretTests {
    static let keys: [(String, [UInt8])] = {
        let names = [
            "p256-public", "rsa-public", "rsa-pkcs8", "rfc8410-public", "rfc8705-certificate", "encrypted-pkcs8",
        ]
        var keys = names.compactMap { name in (try? KeyTexts.load(name)).map { (name, Array($0.utf8)) } }
        let blocks = [
            "PUBLIC KEY": "rsa-public", "CERTIFICATE": "rfc8705-certificate", "PRIVATE KEY": "rsa-pkcs8",
        ]
        for (label, name) in blocks {
            guard let text = try? KeyTexts.load(name), let block = PEMBlock.first(in: text, labeled: [label]) else {
                continue
            }
            let der = block.bytes.withUnsafeBytes { Array($0) }
            keys.append(("\(name) as DER", der))
            keys.append(("\(name) in base64", Array(Data(der).base64EncodedString().utf8)))
            keys.append(("\(name) in base64 with lines", Array(text.utf8).withoutFrame))
            keys.append(("\(name) in base64url", Array(Base64URL.encode(der).utf8)))
            // The `SubjectPublicKeyInfo` of a key with 2,048 bits has 24 bytes before the key of PKCS #1.
            if label == "PUBLIC KEY" { keys.append(("\(name) of PKCS #1", Array(der.dropFirst(24)))) }
        }
        let line = "AAAAC3NzaC1lZDI1NTE5AAAAIJ1cnCmVQ0eKZ1YQxAo1mBhfBbS4K1j7cD2Q3bQ2Zr5V user@host"
        let set = #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#
        let texts = [
            "ssh-ed25519 \(line)", "ecdsa-sha2-nistp256 \(line)", #"command="x" ssh-rsa \#(line)"#,
            "---- BEGIN SSH2 PUBLIC KEY ----\n\(line)", set, " \n" + set.dropFirst(9).dropLast(2),
            "text before\n-----BEGIN RSA PUBLIC KEY-----\nAAAA\n-----END RSA PUBLIC KEY-----",
        ]
        return keys + texts.map { ($0, Array($0.utf8)) }
    }()

    @Test(arguments: keys)
    func `K5 a key in a form in which keys are passed on is refused as a shared secret`(
        name: String, key: [UInt8]
    ) throws {
        let secret = SecretBytes(key)

        for error in [
            #expect(throws: JOSEError.self) { try VerificationKey(secret: secret, algorithm: .hs256) },
            #expect(throws: JOSEError.self) { try SigningKey(secret: secret, algorithm: .hs256) },
        ] {
            #expect(error?.code == .keyRefused)
            #expect(error?.cause is KeyAsSecret, "\(name)")
            for text in ["\(error as Any)", error?.localizedDescription ?? ""] {
                #expect(text.contains("use a key set or VerificationKey(_:)"), "\(name)")
            }
        }
    }

    @Test func `K5 all forms of keys are tried`() { #expect(Self.keys.count == 26) }

    @Test(arguments: [
        "ssh-ed25519 is the type of the key that I use", "{\"this\": \"is a secret, and no key at all\"}",
        "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA", "{ 0123456789abcdef0123456789abcdef",
        "0123456789abcdef0123456789abcdef", "-----------------------------------",
    ])
    func `a secret that resembles a key is accepted`(text: String) throws {
        let key = try SigningKey(secret: SecretBytes(text.utf8), algorithm: .hs256)

        _ = try KeyRing([VerificationKey(secret: SecretBytes(text.utf8), algorithm: .hs256)]).verify(key.sign([]))
    }
}

extension [UInt8] {
    /// The lines of a PEM text without the first and the last.
    fileprivate var withoutFrame: [UInt8] {
        Array(split(separator: UInt8(ascii: "\n")).dropFirst().dropLast().joined(separator: [UInt8(ascii: "\n")]))
    }
}
