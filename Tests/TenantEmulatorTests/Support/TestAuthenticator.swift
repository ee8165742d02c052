import OpenSSLCryptography
import ByteEncodings

/// An authenticator written from the standard's tables, byte by byte, so that no reader's view of them is shared.
struct TestAuthenticator {
    /// What may be wrong in what it says; each is what it should be unless a test changes it.
    struct Recipe {
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

    /// Makes a credential for EdDSA (-8), ES256 (-7) or RS256 (-257).
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

    /// The `authn_response` of a registration.
    func register(
        _ options: JSONValue?, format: String = "none", _ change: (inout Recipe) -> Void = { _ in }
    ) throws -> [String: Any] {
        var recipe = Recipe()
        change(&recipe)
        let clientData = clientData("webauthn.create", options, recipe)
        let data = authenticatorData(recipe, attested: true) + recipe.tail
        var statement: [UInt8] = [0xA0]
        if format == "packed" {
            let signature = try sign(data + HashAlgorithm.sha256.digest(of: clientData), recipe)
            statement = [0xA2] + Bytes.text("alg") + Bytes.integer(algorithm) + Bytes.text("sig")
            statement += Bytes.bytes(signature)
        }
        let object =
            [0xA3] + Bytes.text("fmt") + Bytes.text(format) + Bytes.text("attStmt") + statement
            + Bytes.text("authData") + Bytes.bytes(data)
        return answer(recipe, ["clientDataJSON": clientData, "attestationObject": object])
    }

    /// The `authn_response` of a login.
    func authenticate(
        _ options: JSONValue?, userHandle: String?, _ change: (inout Recipe) -> Void = { _ in }
    ) throws -> [String: Any] {
        var recipe = Recipe()
        change(&recipe)
        let clientData = clientData("webauthn.get", options, recipe)
        let data = authenticatorData(recipe, attested: false) + recipe.tail
        let signature = try sign(data + HashAlgorithm.sha256.digest(of: clientData), recipe)
        let handle = try Base64URL.decode(recipe.userHandle ?? userHandle ?? "")
        return answer(
            recipe,
            [
                "clientDataJSON": clientData, "authenticatorData": data, "signature": signature, "userHandle": handle,
            ])
    }

    private func clientData(_ type: String, _ options: JSONValue?, _ recipe: Recipe) -> [UInt8] {
        let challenge = recipe.challenge ?? options?["challenge"]?.string ?? ""
        let crossOrigin = recipe.crossOrigin.map { #","crossOrigin":\#($0)"# } ?? ""
        return Array(
            #"{"type":"\#(recipe.type ?? type)","challenge":"\#(challenge)","origin":"\#(recipe.origin)"\#(crossOrigin)}"#
                .utf8)
    }

    private func authenticatorData(_ recipe: Recipe, attested: Bool) -> [UInt8] {
        let hash = HashAlgorithm.sha256.digest(of: Array(recipe.relyingParty.utf8))
        let flags = recipe.flags | (attested ? 0x40 : 0)
        let head = hash + [flags] + withUnsafeBytes(of: recipe.count.bigEndian, Array.init)
        guard attested else { return head }
        let aaguid = [UInt8](0..<16)
        return head + aaguid + [0, UInt8(credentialID.count)] + credentialID + coseKey
    }

    /// The public key as RFC 9053 spells it.
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

    private func sign(_ message: [UInt8], _ recipe: Recipe) throws -> [UInt8] {
        let signature = try signer.signature(for: message)
        return recipe.signature(algorithm == -7 ? Bytes.der(signature) : signature)
    }

    private func answer(_ recipe: Recipe, _ response: [String: [UInt8]]) -> [String: Any] {
        let id = Base64URL.encode(credentialID)
        return [
            "id": id, "rawId": recipe.rawID ?? id, "type": "public-key", "authenticatorAttachment": "platform",
            "response": response.mapValues { Base64URL.encode($0) as Any },
        ]
    }
}

/// The few spellings of CBOR and DER that an authenticator needs.
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

    /// `SEQUENCE { INTEGER r, INTEGER s }`
    static func der(_ signature: [UInt8]) -> [UInt8] {
        let halves = [signature.prefix(32), signature.suffix(32)].flatMap { half in
            let digits = Array(half.drop { $0 == 0 })
            let positive = (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits
            return [0x02, UInt8(positive.count)] + positive
        }
        return [0x30, UInt8(halves.count)] + halves
    }
}
