/// The authenticator data of a registration or an assertion.
///
/// - SeeAlso: [Web Authentication §6.1](https://www.w3.org/TR/webauthn-2/#sctn-authenticator-data)
struct AuthenticatorData: Sendable {
    /// A credential that was just created.
    struct Attested: Sendable {
        let aaguid: [UInt8]
        let credentialID: [UInt8]
        let key: COSEKey
        /// The encoded key.
        let keyText: [UInt8]
    }

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 0x01)
        static let userVerified = Flags(rawValue: 0x04)
        static let backupEligible = Flags(rawValue: 0x08)
        static let backedUp = Flags(rawValue: 0x10)
        static let attested = Flags(rawValue: 0x40)
        static let extensions = Flags(rawValue: 0x80)
    }

    let relyingPartyHash: [UInt8]
    let signCount: UInt32
    let attested: Attested?
    private let flags: Flags

    var userIsPresent: Bool { flags.contains(.userPresent) }
    var userIsVerified: Bool { flags.contains(.userVerified) }
    var isBackupEligible: Bool { flags.contains(.backupEligible) }
    var isBackedUp: Bool { flags.contains(.backedUp) }

    /// Parses the data completely; `nil` if the flags do not agree with the content.
    init?(_ bytes: [UInt8]) {
        var reader = CBOR.Reader(bytes: bytes)
        guard let hash = reader.take(32), let octet = reader.take(1)?.first, let count = reader.number(4) else {
            return nil
        }
        flags = Flags(rawValue: octet)
        attested = flags.contains(.attested) ? Attested(&reader) : nil
        guard flags.contains(.attested) == (attested != nil),
            !flags.contains(.extensions) || reader.value()?.map != nil, reader.isAtEnd,
            flags.contains(.backupEligible) || !flags.contains(.backedUp)
        else { return nil }
        (relyingPartyHash, signCount) = (Array(hash), UInt32(count))
    }
}

extension AuthenticatorData.Attested {
    /// - SeeAlso: [Web Authentication §6.5.1](https://www.w3.org/TR/webauthn-2/#sctn-attested-credential-data)
    fileprivate init?(_ reader: inout CBOR.Reader) {
        guard let aaguid = reader.take(16), let count = reader.number(2), (1...1023).contains(count),
            let credentialID = reader.take(Int(count))
        else { return nil }
        let start = reader.offset
        guard let key = reader.value().flatMap(COSEKey.init) else { return nil }
        (self.aaguid, self.credentialID, self.key) = (Array(aaguid), Array(credentialID), key)
        keyText = Array(reader.bytes[start..<reader.offset])
    }
}
