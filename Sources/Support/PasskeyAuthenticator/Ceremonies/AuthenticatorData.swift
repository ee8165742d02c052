import OpenSSLCryptography

/// The authenticator data: flags and an optional new credential, bound to one relying party (WebAuthn §6.1).
struct AuthenticatorData: Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 1 << 0)
        static let userVerified = Flags(rawValue: 1 << 2)
        static let backupEligible = Flags(rawValue: 1 << 3)
        static let backedUp = Flags(rawValue: 1 << 4)
        static let attestedCredential = Flags(rawValue: 1 << 6)
    }

    struct AttestedCredential: Sendable {
        let aaguid: [UInt8]
        let id: [UInt8]
        let publicKey: CBOR

        var bytes: [UInt8] { aaguid + UInt16(clamping: id.count).bigEndianBytes + id + publicKey.encoded }
    }

    let relyingPartyID: String
    let flags: Flags
    var credential: AttestedCredential?

    /// The encoded structure; its signature counter is always 0, which means that there is none (WebAuthn §6.1.1).
    var bytes: [UInt8] {
        let counter: UInt32 = 0
        let flags = credential == nil ? flags : flags.union(.attestedCredential)
        return HashAlgorithm.sha256.digest(of: relyingPartyID.utf8) + [flags.rawValue] + counter.bigEndianBytes
            + (credential?.bytes ?? [])
    }
}

extension PublicKeyComponents {
    /// The key as a COSE_Key (RFC 9053 §7, WebAuthn §5.8.5); `nil` for unsupported types of key.
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
