import OpenSSLCryptography

extension PublicKeyComponents {
    /// The key as a COSE_Key with the members that WebAuthn requires; `nil` for unsupported types of key.
    ///
    /// - SeeAlso: [RFC 9053 §7](https://www.rfc-editor.org/rfc/rfc9053#section-7),
    ///   [WebAuthn §5.8.5](https://www.w3.org/TR/webauthn-3/#sctn-alg-identifier)
    var coseKey: CBOR? {
        switch self {
        case .ellipticCurve(.p256, let x, let y):
            .map([
                (Label.keyType, .integer(2)), (Label.algorithm, .integer(COSEAlgorithm.es256.rawValue)),
                (Label.curve, .integer(1)), (Label.x, .bytes(x)), (Label.y, .bytes(y)),
            ])
        case .edwards(.ed25519, let point):
            .map([
                (Label.keyType, .integer(1)), (Label.algorithm, .integer(COSEAlgorithm.edDSA.rawValue)),
                (Label.curve, .integer(6)), (Label.x, .bytes(point)),
            ])
        case .rsa, .ellipticCurve, .edwards: nil
        }
    }

    private enum Label {
        static let keyType = CBOR.integer(1)
        static let algorithm = CBOR.integer(3)
        static let curve = CBOR.integer(-1)
        static let x = CBOR.integer(-2)
        static let y = CBOR.integer(-3)
    }
}
