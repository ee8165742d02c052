import OpenSSLCryptography
public import FoundationEssentials
public import SecretStorage

/// Makes passkeys and proves with them who the user is: an authenticator without a device, for tests, command-line tools
/// and servers.
///
/// The bytes are those of any authenticator: real keys, real signatures, checked by every relying party. What differs is
/// what stands behind them:
///
/// - The keys are in a `SecretStore`. They are as safe as the store is, and anybody who can read it can use them.
/// - Whether the user is there, and who it is, is what the ``PresenceCheck`` says. The flags that a relying party sees (user
///   present, user verified) prove what that check proves, and no more.
/// - The signature counter is always 0, which says that there is none: a store can be shared by processes and machines, and
///   a counter that they cannot agree on would look like a stolen key.
///
/// Like a browser it binds a passkey to its relying party. Unlike a browser it has no address bar: it believes the ID that it
/// is given, so give it challenges of servers you trust.
///
/// - SeeAlso: [WebAuthn](https://www.w3.org/TR/webauthn-3/), for the counter its
///   [§6.1.1](https://www.w3.org/TR/webauthn-3/#sctn-sign-counter)
public struct SoftwareAuthenticator: Sendable {
    /// How far the keys are backed up, by whoever keeps the store.
    ///
    /// - SeeAlso: [WebAuthn §6.1.3](https://www.w3.org/TR/webauthn-3/#sctn-credential-backup)
    public enum Backup: Sendable, Hashable {
        /// They never leave the store.
        case never
        /// They may be copied, and were not yet.
        case possible
        /// They are in more than one place.
        case done
    }

    /// The model that relying parties see: `00ee8cc0-bd36-47c8-8d0e-50e2efd6df61`.
    public static let aaguid = UUID(
        uuid: (
            0x00, 0xEE, 0x8C, 0xC0, 0xBD, 0x36, 0x47, 0xC8, 0x8D, 0x0E, 0x50, 0xE2, 0xEF, 0xD6, 0xDF, 0x61
        ))

    /// The algorithms of new passkeys; the relying party's preference decides among them.
    public var algorithms: Set<COSEAlgorithm> = [.es256, .edDSA]
    /// What new passkeys say about this authenticator.
    public var attestation = Attestation.none
    /// How far the keys are backed up. A passkey that was made as one that never is stays one.
    public var backup = Backup.never

    private let vault: PasskeyStore
    private let presence: any PresenceCheck

    /// Makes an authenticator.
    ///
    /// - Parameters:
    ///   - store: Where the keys are kept.
    ///   - service: The name of the store's part for passkeys.
    ///   - presence: Who says that the user is there. The default takes the call itself for consent and verifies nobody.
    public init(
        store: any SecretStore, service: String = "passkeys", presence: any PresenceCheck = CallerPresence()
    ) {
        vault = PasskeyStore(store: store, service: service)
        self.presence = presence
    }

    /// Makes an authenticator that asks a closure whether the user is there.
    ///
    /// - Parameters:
    ///   - store: Where the keys are kept.
    ///   - service: The name of the store's part for passkeys.
    ///   - confirm: What a ``PresenceCheck`` does.
    public init(
        store: any SecretStore, service: String = "passkeys",
        confirm: @escaping @Sendable (PresenceRequest) async throws -> Presence
    ) {
        self.init(store: store, service: service, presence: AskedPresence(ask: confirm))
    }

    /// The passkeys it holds, the newest first.
    ///
    /// - Parameter relyingPartyID: Only those of one relying party; `nil` for all.
    /// - Returns: The passkeys, without their keys.
    /// - Throws: ``PasskeyError/Code/storeFailed``.
    public func passkeys(relyingPartyID: String? = nil) async throws -> [HeldPasskey] {
        try await vault.passkeys(of: relyingPartyID).map(HeldPasskey.init)
    }

    /// Forgets a passkey, for instance one that the relying party did not accept in the end.
    ///
    /// - Returns: Whether it was there.
    /// - Throws: ``PasskeyError/Code/storeFailed``.
    @discardableResult
    public func remove(credentialID: Data) async throws -> Bool {
        try await vault.remove(Array(credentialID))
    }
}

extension SoftwareAuthenticator {
    /// Makes a passkey.
    ///
    /// It is kept before it is returned. An older passkey of the same account is kept too, until it is removed, so that a
    /// registration which fails later loses nothing; the newest one answers.
    ///
    /// - Parameters:
    ///   - options: What the relying party asks for.
    ///   - origin: The origin that the client data names; `nil` is `https://` and the relying party.
    /// - Returns: The passkey, for the relying party.
    /// - Throws: ``PasskeyError``.
    /// - SeeAlso: [WebAuthn §6.3.2](https://www.w3.org/TR/webauthn-3/#sctn-op-make-cred)
    public func register(
        _ options: PasskeyCreationOptions, origin: String? = nil
    ) async throws -> RegisteredPasskey {
        let party = try RelyingParty(options.relyingPartyID)
        let clientData = ClientData(
            ceremony: .create, challenge: Array(options.challenge), origin: try party.origin(origin))
        guard (1...64).contains(options.userID.count), options.userName.utf8.count <= Int(UInt16.max) else {
            throw PasskeyError(.invalidOptions, detail: "a user handle has 1 to 64 bytes")
        }
        guard let algorithm = options.algorithms.first(where: algorithms.intersection(PasskeyKey.algorithms).contains)
        else { throw PasskeyError(.unsupportedAlgorithm) }
        let isVerified = try await isUserVerified(
            PresenceRequest(
                purpose: .registration, relyingPartyID: party.id, userName: options.userName,
                userVerification: options.userVerification))
        // Only now, so that nobody learns without the user's consent which passkeys there are.
        guard try await !vault.holds(anyOf: options.excludedCredentials, of: party.id) else {
            throw PasskeyError(.alreadyRegistered)
        }

        let passkey = StoredPasskey(
            credentialID: try Self.newCredentialID(), relyingPartyID: party.id, userID: Array(options.userID),
            userName: options.userName, createdAt: .now, isBackupEligible: backup != .never,
            key: try PasskeyKey(generating: algorithm))
        let object = try attestationObject(passkey, isVerified, clientData.bytes)
        try await vault.keep(passkey)
        return RegisteredPasskey(
            credentialID: Data(passkey.credentialID), attachment: .platform,
            rawClientDataJSON: Data(clientData.bytes), rawAttestationObject: Data(object.bytes))
    }

    /// Proves with a passkey who the user is.
    ///
    /// - Parameters:
    ///   - options: What the relying party asks for.
    ///   - userName: The account, where passkeys of several may answer.
    ///   - origin: The origin that the client data names; `nil` is `https://` and the relying party.
    /// - Returns: The proof, for the relying party.
    /// - Throws: ``PasskeyError``; ``PasskeyError/Code/noPasskey`` when none fits.
    /// - SeeAlso: [WebAuthn §6.3.3](https://www.w3.org/TR/webauthn-3/#sctn-op-get-assertion)
    public func assert(
        _ options: PasskeyRequestOptions, userName: String? = nil, origin: String? = nil
    ) async throws -> AssertedPasskey {
        let party = try RelyingParty(options.relyingPartyID)
        let clientData = ClientData(
            ceremony: .get, challenge: Array(options.challenge), origin: try party.origin(origin))
        let passkey = try await chosen(options, userName)
        let isVerified = try await isUserVerified(
            PresenceRequest(
                purpose: .assertion, relyingPartyID: party.id, userName: passkey.userName,
                userVerification: options.userVerification))
        let data = AuthenticatorData(relyingPartyID: party.id, flags: flags(of: passkey, isVerified)).bytes
        return AssertedPasskey(
            userID: Data(passkey.userID), credentialID: Data(passkey.credentialID), attachment: .platform,
            rawClientDataJSON: Data(clientData.bytes), rawAuthenticatorData: Data(data),
            signature: Data(try passkey.key.signature(for: data + HashAlgorithm.sha256.digest(of: clientData.bytes))))
    }
}

extension SoftwareAuthenticator {
    private func chosen(
        _ options: PasskeyRequestOptions, _ userName: String?
    ) async throws(PasskeyError) -> StoredPasskey {
        let allowed = Set(options.allowedCredentials.map(Array.init))
        let passkeys = try await vault.passkeys(of: options.relyingPartyID).filter { passkey in
            (allowed.isEmpty || allowed.contains(passkey.credentialID))
                && (userName.map { passkey.userName.utf8.elementsEqual($0.utf8) } ?? true)
        }
        guard let newest = passkeys.first else { throw PasskeyError(.noPasskey) }
        guard passkeys.allSatisfy({ $0.userID == newest.userID }) else {
            throw PasskeyError(.severalPasskeys, detail: "pass the name of the account")
        }
        return newest
    }

    private func isUserVerified(_ request: PresenceRequest) async throws(PasskeyError) -> Bool {
        let found: Presence
        do {
            found = try await presence.confirm(request)
        } catch { throw PasskeyError(.refused, cause: error) }
        switch found {
        case .absent: throw PasskeyError(.refused)
        case .present where request.userVerification == .required:
            throw PasskeyError(.notVerified, detail: "the relying party requires it: pass a PresenceCheck that does it")
        case .present: return false
        case .verified: return true
        }
    }

    private func flags(of passkey: StoredPasskey, _ isVerified: Bool) -> AuthenticatorData.Flags {
        var flags: AuthenticatorData.Flags = .userPresent
        if isVerified { flags.insert(.userVerified) }
        if passkey.isBackupEligible {
            flags.formUnion(backup == .done ? [.backupEligible, .backedUp] : .backupEligible)
        }
        return flags
    }

    private func attestationObject(
        _ passkey: StoredPasskey, _ isVerified: Bool, _ clientData: [UInt8]
    ) throws(PasskeyError) -> AttestationObject {
        let data = AuthenticatorData(
            relyingPartyID: passkey.relyingPartyID, flags: flags(of: passkey, isVerified),
            credential: AuthenticatorData.AttestedCredential(
                aaguid: withUnsafeBytes(of: Self.aaguid.uuid, Array.init), id: passkey.credentialID,
                publicKey: passkey.key.publicKey)
        ).bytes
        guard attestation == .packedSelf else { return AttestationObject(authenticatorData: data, statement: nil) }
        let signature = try passkey.key.signature(for: data + HashAlgorithm.sha256.digest(of: clientData))
        return AttestationObject(authenticatorData: data, statement: (passkey.key.algorithm, signature))
    }

    private static func newCredentialID() throws(PasskeyError) -> [UInt8] {
        do throws(CryptographyError) {
            return try SecureRandom.bytes(32)
        } catch { throw PasskeyError(.keyFailed, cause: error) }
    }
}
