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
    ///
    /// - SeeAlso: [Web Authentication §6.5.5](https://www.w3.org/TR/webauthn-2/#sctn-signature-attestation-types)
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        verifier.isValid(signature, for: message, isDER: true)
    }
}
