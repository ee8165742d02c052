import OpenSSLCryptography

/// A COSE public key with its only algorithm.
///
/// - SeeAlso: [RFC 9052 §7](https://www.rfc-editor.org/rfc/rfc9052#section-7),
///   [RFC 9053 §2](https://www.rfc-editor.org/rfc/rfc9053#section-2),
///   [RFC 8230 §4](https://www.rfc-editor.org/rfc/rfc8230#section-4)
struct COSEKey: Sendable {
    /// The accepted algorithms in order of preference: EdDSA, ES256, RS256.
    static let algorithms = [-8, -7, -257]

    let algorithm: Int
    private let verifier: SignatureVerifier

    /// Parses a key; `nil` unless key type, algorithm and curve agree and the parameters are valid.
    init?(_ value: CBOR) {
        guard let algorithm = value[3]?.integer, let (components, scheme) = Self.numbers(value, algorithm),
            let key = try? PublicKey(components), let verifier = try? SignatureVerifier(key, scheme)
        else { return nil }
        (self.algorithm, self.verifier) = (algorithm, verifier)
    }

    private static func numbers(_ value: CBOR, _ algorithm: Int) -> (PublicKeyComponents, SignatureScheme)? {
        switch (value[1]?.integer, algorithm, value[-1]) {
        case (1, -8, .integer(6)):
            guard let point = value[-2]?.bytes else { return nil }
            return (.edwards(.ed25519, point: point), .eddsa(.ed25519))
        case (2, -7, .integer(1)):
            guard let x = value[-2]?.bytes, let y = value[-3]?.bytes else { return nil }
            return (.ellipticCurve(.p256, x: x, y: y), .ecdsa(.p256))
        case (3, -257, .bytes(let modulus)):
            guard let exponent = value[-2]?.bytes else { return nil }
            return (.rsa(modulus: modulus, exponent: exponent), .rsaPKCS1(.sha256))
        default: return nil
        }
    }

    /// Whether `signature` is this key's signature of `message`; an ECDSA signature is encoded in DER.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        guard algorithm == -7 else { return verifier.isValid(signature, for: message) }
        guard let fixed = DERSignature.fixedWidth(signature) else { return false }
        return verifier.isValid(fixed, for: message)
    }
}

/// An ECDSA signature on P-256 in DER, `SEQUENCE { INTEGER r, INTEGER s }` ([Web Authentication
/// §6.5.5](https://www.w3.org/TR/webauthn-2/#sctn-signature-attestation-types)).
enum DERSignature {
    /// Converts the signature to `r` and `s` of 32 bytes each; `nil` unless it is in the canonical encoding.
    static func fixedWidth(_ der: [UInt8]) -> [UInt8]? {
        guard der.count >= 2, der[0] == 0x30, der[1] < 0x80, Int(der[1]) == der.count - 2 else { return nil }
        var rest = der.dropFirst(2)
        guard let r = number(&rest), let s = number(&rest), rest.isEmpty else { return nil }
        return r + s
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == 0x02, let count = rest.popFirst(), count > 0, rest.count >= count else { return nil }
        var digits = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        guard let first = digits.first, first < 0x80 else { return nil }
        if first == 0, digits.count > 1 {
            digits = digits.dropFirst()
            // A leading zero is allowed only to keep the number positive.
            guard digits.first.map({ $0 >= 0x80 }) == true else { return nil }
        }
        guard digits.count <= 32 else { return nil }
        return [UInt8](repeating: 0, count: 32 - digits.count) + digits
    }
}
