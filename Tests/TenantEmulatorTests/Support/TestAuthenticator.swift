import ByteEncodings
import OpenSSLCryptography

/// An authenticator that writes every byte itself, so that it shares no code with the tenant's parser.
struct TestAuthenticator {
    /// The content of a response; it is correct unless a test changes it.
    struct Content {
        var type: String?
        var challenge: String?
        var origin = "https://127.0.0.1"
        var crossOrigin: Bool?
        var relyingParty = "127.0.0.1"
        /// User present, user verified, backup eligible, backed up.
        var flags: UInt8 = 0x1D
        var count: UInt32 = 0
        var userHandle: String?
        var rawID: String?
        var signature: ([UInt8]) -> [UInt8] = { $0 }
        var tail: [UInt8] = []
    }

    let algorithm: Int
    let credentialID: [UInt8]
    let key: PrivateKey
    let signer: SignatureSigner

    /// Creates a credential for EdDSA (-8), ES256 (-7) or RS256 (-257).
    init(_ algorithm: Int = -7, credentialID: [UInt8]? = nil) throws {
        self.algorithm = algorithm
        self.credentialID = try credentialID ?? SecureRandom.bytes(20)
        switch algorithm {
        case -8: (key, signer) = try Self.make(.edwards(.ed25519), .eddsa(.ed25519))
        case -257: (key, signer) = try Self.make(.rsa(bits: 2048), .rsaPKCS1(.sha256))
        default: (key, signer) = try Self.make(.ellipticCurve(.p256), .ecdsa(.p256))
        }
    }

    private static func make(
        _ kind: PrivateKey.Kind, _ scheme: SignatureScheme
    ) throws -> (PrivateKey, SignatureSigner) {
        let key = try PrivateKey(generating: kind)
        return (key, try SignatureSigner(key, scheme))
    }

    /// Creates the `authn_response` of a registration.
    func register(
        _ options: JSONValue?, format: String = "none", _ change: (inout Content) -> Void = { _ in }
    ) throws -> [String: Any] {
        var content = Content()
        change(&content)
        let clientData = clientData("webauthn.create", options, content)
        let data = authenticatorData(content, attested: true) + content.tail
        var statement: [UInt8] = [0xA0]
        if format == "packed" {
            let signature = try sign(data + HashAlgorithm.sha256.digest(of: clientData), content)
            statement = [0xA2] + Bytes.text("alg") + Bytes.integer(algorithm) + Bytes.text("sig")
            statement += Bytes.bytes(signature)
        }
        let object =
            [0xA3] + Bytes.text("fmt") + Bytes.text(format) + Bytes.text("attStmt") + statement
            + Bytes.text("authData") + Bytes.bytes(data)
        return credential(content, ["clientDataJSON": clientData, "attestationObject": object])
    }

    /// Creates the `authn_response` of a login.
    func authenticate(
        _ options: JSONValue?, userHandle: String?, _ change: (inout Content) -> Void = { _ in }
    ) throws -> [String: Any] {
        var content = Content()
        change(&content)
        let clientData = clientData("webauthn.get", options, content)
        let data = authenticatorData(content, attested: false) + content.tail
        let signature = try sign(data + HashAlgorithm.sha256.digest(of: clientData), content)
        let handle = try Base64URL.decode(content.userHandle ?? userHandle ?? "")
        return credential(
            content,
            [
                "clientDataJSON": clientData, "authenticatorData": data, "signature": signature, "userHandle": handle,
            ])
    }

    private func clientData(_ type: String, _ options: JSONValue?, _ content: Content) -> [UInt8] {
        let challenge = content.challenge ?? options?["challenge"]?.string ?? ""
        let crossOrigin = content.crossOrigin.map { #","crossOrigin":\#($0)"# } ?? ""
        return Array(
            #"{"type":"\#(content.type ?? type)","challenge":"\#(challenge)","origin":"\#(content.origin)"\#(crossOrigin)}"#
                .utf8)
    }

    private func authenticatorData(_ content: Content, attested: Bool) -> [UInt8] {
        let hash = HashAlgorithm.sha256.digest(of: Array(content.relyingParty.utf8))
        let flags = content.flags | (attested ? 0x40 : 0)
        let head = hash + [flags] + withUnsafeBytes(of: content.count.bigEndian, Array.init)
        guard attested else { return head }
        let aaguid = [UInt8](0..<16)
        return head + aaguid + [0, UInt8(credentialID.count)] + credentialID + coseKey
    }

    /// The public key as a COSE key of RFC 9053.
    private var coseKey: [UInt8] {
        switch key.publicKey.components {
        case .edwards(_, let point):
            [0xA4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21] + Bytes.bytes(point)
        case .ellipticCurve(_, let x, let y):
            [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21] + Bytes.bytes(x) + [0x22] + Bytes.bytes(y)
        case .rsa(let modulus, let exponent):
            [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20] + Bytes.bytes(modulus) + [0x21] + Bytes.bytes(exponent)
        }
    }

    private func sign(_ message: [UInt8], _ content: Content) throws -> [UInt8] {
        let signature = try signer.signature(for: message)
        return content.signature(algorithm == -7 ? Bytes.der(signature) : signature)
    }

    private func credential(_ content: Content, _ response: [String: [UInt8]]) -> [String: Any] {
        let id = Base64URL.encode(credentialID)
        return [
            "id": id, "rawId": content.rawID ?? id, "type": "public-key", "authenticatorAttachment": "platform",
            "response": response.mapValues { Base64URL.encode($0) as Any },
        ]
    }
}

/// The CBOR and DER encodings that an authenticator needs.
enum Bytes {
    static func integer(_ value: Int) -> [UInt8] {
        value < 0 ? head(0x20, -1 - value) : head(0x00, value)
    }

    static func text(_ text: String) -> [UInt8] { head(0x60, text.utf8.count) + Array(text.utf8) }

    static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(0x40, bytes.count) + bytes }

    private static func head(_ kind: UInt8, _ size: Int) -> [UInt8] {
        switch size {
        case ..<24: [kind | UInt8(size)]
        case ..<256: [kind | 24, UInt8(size)]
        default: [kind | 25, UInt8(size >> 8), UInt8(size & 255)]
        }
    }

    /// Encodes a signature as `SEQUENCE { INTEGER r, INTEGER s }`.
    static func der(_ signature: [UInt8]) -> [UInt8] {
        let halves = [signature.prefix(32), signature.suffix(32)].flatMap { half in
            let digits = Array(half.drop { $0 == 0 })
            let positive = (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits
            return [0x02, UInt8(positive.count)] + positive
        }
        return [0x30, UInt8(halves.count)] + halves
    }
}
