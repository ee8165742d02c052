public import FoundationEssentials
import OpenSSLCryptography
public import SecretStorage

/// An authenticator in software: creates passkeys and authenticates users with them, for tests, command-line tools and
/// servers.
///
/// Keys, signatures and message formats are those of any authenticator. The guarantees behind them differ:
///
/// - The keys are in a `SecretStore`. They are as safe as the store: any process that can read it can use them.
/// - The ``PresenceCheck`` decides whether the user is present and verified. The flags that a relying party receives
///   assert no more than that check verifies.
/// - The signature counter is always 0, which means that there is none: processes and machines can share a store, and
///   an inconsistent counter would look like a cloned key.
///
/// The store is called on a separate thread, so that no function blocks a thread of the tasks.
///
/// Like a browser, it binds a passkey to its relying party. Unlike a browser, it has no address bar: it trusts the
/// relying party ID it receives, so pass only challenges of servers you trust.
///
/// - SeeAlso: [WebAuthn](https://www.w3.org/TR/webauthn-3/), for the counter its
///   [§6.1.1](https://www.w3.org/TR/webauthn-3/#sctn-sign-counter)
public struct SoftwareAuthenticator: Sendable {
    /// The backup state of the keys, which depends on the store.
    ///
    /// - SeeAlso: [WebAuthn §6.1.3](https://www.w3.org/TR/webauthn-3/#sctn-credential-backup)
    public enum Backup: Sendable, Hashable {
        /// The keys never leave the store.
        case never
        /// The keys may be copied, but have not been yet.
        case possible
        /// The keys exist in more than one place.
        case done
    }

    /// The authenticator model that relying parties see (AAGUID): `00ee8cc0-bd36-47c8-8d0e-50e2efd6df61`.
    public static let aaguid = UUID(
        uuid: (
            0x00, 0xEE, 0x8C, 0xC0, 0xBD, 0x36, 0x47, 0xC8, 0x8D, 0x0E, 0x50, 0xE2, 0xEF, 0xD6, 0xDF, 0x61
        ))

    /// The settings of the authenticator.
    public let configuration: Configuration

    private let passkeyStore: PasskeyStore

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - store: The store that holds the keys.
    ///   - configuration: The settings; by default they treat the call as the user's consent and never verify the user.
    public init(store: any SecretStore, configuration: Configuration = Configuration()) {
        self.configuration = configuration
        passkeyStore = PasskeyStore(store: store, service: configuration.service)
    }

    /// Creates an authenticator with a presence check, such as `.unattended`, and the default settings; see
    /// ``init(store:configuration:)``, whose parameters are the same otherwise.
    public init(store: any SecretStore, presence: any PresenceCheck) {
        self.init(store: store, configuration: Configuration(presence: presence))
    }

    /// Creates an authenticator that checks the user's presence with a closure, as ``PresenceCheck/confirm(_:)`` does,
    /// in place of the check of the settings; see ``init(store:configuration:)``, whose parameters are the same
    /// otherwise.
    public init(
        store: any SecretStore, configuration: Configuration = Configuration(),
        confirm: @escaping @Sendable (PresenceRequest) async throws -> Presence
    ) {
        var configuration = configuration
        configuration.presence = AskedPresence(ask: confirm)
        self.init(store: store, configuration: configuration)
    }

    /// Returns the passkeys in the store, newest first. A stored value that is no passkey of this version is left
    /// out, unless there are only such values.
    ///
    /// - Parameter relyingPartyID: The relying party whose passkeys to return; `nil`, the default, returns all.
    /// - Returns: The passkeys, without their keys.
    /// - Throws: ``PasskeyError/Code/storeFailed`` if the store cannot be read.
    public func passkeys(relyingPartyID: String? = nil) async throws -> [HeldPasskey] {
        try await passkeyStore.passkeys(of: relyingPartyID).map(HeldPasskey.init)
    }

    /// Removes a passkey, for example one that the relying party did not accept.
    ///
    /// - Parameter credentialID: The credential ID of the passkey.
    /// - Returns: Whether the passkey existed.
    /// - Throws: ``PasskeyError/Code/storeFailed`` if the store cannot be read or written.
    @discardableResult
    public func remove(credentialID: Data) async throws -> Bool {
        try await passkeyStore.remove(Array(credentialID))
    }

    /// Creates a passkey.
    ///
    /// The passkey is stored before it is returned. Older passkeys of the same account remain until they are removed,
    /// so that a registration that fails later loses nothing; assertions use the newest one.
    ///
    /// - Parameters:
    ///   - options: The relying party's options.
    ///   - origin: The origin in the client data; `nil`, the default, is `https://` and the relying party ID.
    /// - Returns: The response for the relying party.
    /// - Throws: A ``PasskeyError``.
    /// - SeeAlso: [WebAuthn §6.3.2](https://www.w3.org/TR/webauthn-3/#sctn-op-make-cred)
    public func makeCredential(
        for options: PasskeyCreationOptions, origin: String? = nil
    ) async throws -> RegisteredPasskey {
        let party = try RelyingParty(options.relyingPartyID)
        let clientData = ClientData(
            ceremony: .create, challenge: Array(options.challenge), origin: try party.origin(origin))
        guard (1...64).contains(options.userID.count), options.userName.utf8.count <= Int(UInt16.max) else {
            throw PasskeyError(.invalidOptions, detail: "a user handle has 1 to 64 bytes")
        }
        guard let algorithm = options.algorithms.first(where: supportedAlgorithms.contains)
        else { throw PasskeyError(.unsupportedAlgorithm) }
        let isVerified = try await isUserVerified(
            PresenceRequest(
                purpose: .registration, relyingPartyID: party.id, userName: options.userName,
                userVerification: options.userVerification))
        // Only now: without the user's consent the caller must not learn which passkeys exist.
        guard try await !passkeyStore.holds(anyOf: options.excludedCredentials, of: party.id) else {
            throw PasskeyError(.alreadyRegistered)
        }

        let passkey = StoredPasskey(
            credentialID: try PasskeyError.ofKey { () throws(CryptographyError) in try SecureRandom.bytes(32) },
            relyingPartyID: party.id, userID: Array(options.userID), userName: options.userName, createdAt: .now,
            isBackupEligible: configuration.backup != .never, key: try PasskeyKey(generating: algorithm))
        let object = try attestationObject(passkey, isVerified, clientData.bytes)
        try await passkeyStore.keep(passkey)
        return RegisteredPasskey(
            credentialID: Data(passkey.credentialID), attachment: .platform,
            rawClientDataJSON: Data(clientData.bytes), rawAttestationObject: Data(object))
    }

    /// Authenticates the user with a passkey.
    ///
    /// - Parameters:
    ///   - options: The relying party's options.
    ///   - userName: The name of the account; `nil`, the default, requires that only one account has matching passkeys.
    ///   - origin: The origin in the client data; `nil`, the default, is `https://` and the relying party ID.
    /// - Returns: The response for the relying party.
    /// - Throws: A ``PasskeyError``; with the code ``PasskeyError/Code/noPasskey`` if no passkey matches.
    /// - SeeAlso: [WebAuthn §6.3.3](https://www.w3.org/TR/webauthn-3/#sctn-op-get-assertion)
    public func makeAssertion(
        for options: PasskeyRequestOptions, userName: String? = nil, origin: String? = nil
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

    /// The configured algorithms that the authenticator can create keys for.
    private var supportedAlgorithms: Set<COSEAlgorithm> {
        configuration.algorithms.intersection(PasskeyKey.algorithms)
    }

    private func chosen(
        _ options: PasskeyRequestOptions, _ userName: String?
    ) async throws(PasskeyError) -> StoredPasskey {
        let allowed = Set(options.allowedCredentials.map(Array.init))
        let passkeys = try await passkeyStore.passkeys(of: options.relyingPartyID).filter { passkey in
            (allowed.isEmpty || allowed.contains(passkey.credentialID))
                && (userName.map { passkey.userName.utf8.elementsEqual($0.utf8) } ?? true)
        }
        guard let newest = passkeys.first else { throw PasskeyError(.noPasskey) }
        guard passkeys.allSatisfy({ $0.userID == newest.userID }) else {
            throw PasskeyError(.severalPasskeys)
        }
        return newest
    }

    private func isUserVerified(_ request: PresenceRequest) async throws(PasskeyError) -> Bool {
        let found: Presence
        do {
            found = try await configuration.presence.confirm(request)
        } catch { throw PasskeyError(.refused, cause: error) }
        switch found {
        case .absent: throw PasskeyError(.refused)
        case .present where request.userVerification == .required: throw PasskeyError(.notVerified)
        case .present: return false
        case .verified: return true
        }
    }

    private func flags(of passkey: StoredPasskey, _ isVerified: Bool) -> AuthenticatorData.Flags {
        var flags: AuthenticatorData.Flags = .userPresent
        if isVerified { flags.insert(.userVerified) }
        if passkey.isBackupEligible {
            flags.formUnion(configuration.backup == .done ? [.backupEligible, .backedUp] : .backupEligible)
        }
        return flags
    }

    /// Returns the authenticator data with an attestation statement (WebAuthn §6.5.4).
    private func attestationObject(
        _ passkey: StoredPasskey, _ isVerified: Bool, _ clientData: [UInt8]
    ) throws(PasskeyError) -> [UInt8] {
        let data = AuthenticatorData(
            relyingPartyID: passkey.relyingPartyID, flags: flags(of: passkey, isVerified),
            credential: AuthenticatorData.AttestedCredential(
                aaguid: withUnsafeBytes(of: Self.aaguid.uuid, Array.init), id: passkey.credentialID,
                publicKey: passkey.key.publicKey)
        ).bytes
        var statement: [(key: CBOR, value: CBOR)] = []
        if configuration.attestation.isSelf {
            let signature = try passkey.key.signature(for: data + HashAlgorithm.sha256.digest(of: clientData))
            statement = [
                (.text("alg"), .integer(passkey.key.algorithm.rawValue)), (.text("sig"), .bytes(signature)),
            ]
        }
        return CBOR.map([
            (.text("fmt"), .text(statement.isEmpty ? "none" : "packed")), (.text("attStmt"), .map(statement)),
            (.text("authData"), .bytes(data)),
        ]).encoded
    }
}
