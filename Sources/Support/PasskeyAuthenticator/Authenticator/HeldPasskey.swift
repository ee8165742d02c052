public import FoundationEssentials

/// A passkey in an authenticator, without its key.
public struct HeldPasskey: Sendable, Hashable, Identifiable {
    /// The credential ID of the passkey.
    public let credentialID: Data
    /// The relying party: a domain.
    public let relyingPartyID: String
    /// The user handle.
    public let userID: Data
    /// The name of the account.
    public let userName: String
    /// The time when the passkey was created.
    public let createdAt: Date

    /// The credential ID of the passkey.
    public var id: Data { credentialID }

    init(_ passkey: StoredPasskey) {
        credentialID = Data(passkey.credentialID)
        relyingPartyID = passkey.relyingPartyID
        userID = Data(passkey.userID)
        userName = passkey.userName
        createdAt = passkey.createdAt
    }
}
