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
        guard bytes.count >= 37 else { return nil }
        let flags = Flags(rawValue: bytes[32])
        var rest = bytes.dropFirst(37)
        var attested: Attested?
        if flags.contains(.attested) {
            guard let found = Self.attested(&rest) else { return nil }
            attested = found
        }
        if flags.contains(.extensions) {
            guard let extensions = CBOR.first(in: Array(rest)), extensions.value.map != nil else { return nil }
            rest = rest.dropFirst(extensions.count)
        }
        guard rest.isEmpty, flags.contains(.backupEligible) || !flags.contains(.backedUp) else { return nil }
        relyingPartyHash = Array(bytes[..<32])
        self.flags = flags
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        self.attested = attested
    }

    /// - SeeAlso: [Web Authentication §6.5.1](https://www.w3.org/TR/webauthn-2/#sctn-attested-credential-data)
    private static func attested(_ rest: inout ArraySlice<UInt8>) -> Attested? {
        guard rest.count >= 18 else { return nil }
        let aaguid = Array(rest.prefix(16))
        let count = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(18)
        guard (1...1023).contains(count), rest.count > count else { return nil }
        let credentialID = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        guard let written = CBOR.first(in: Array(rest)), let key = COSEKey(written.value) else { return nil }
        let keyText = Array(rest.prefix(written.count))
        rest = rest.dropFirst(written.count)
        return Attested(aaguid: aaguid, credentialID: credentialID, key: key, keyText: keyText)
    }
}
