public import FoundationEssentials

/// A passkey that an authenticator holds, without its key.
public struct HeldPasskey: Sendable, Hashable, Identifiable {
    /// The ID of the passkey.
    public let credentialID: Data
    /// Whom it is for: a domain.
    public let relyingPartyID: String
    /// The handle of the user.
    public let userID: Data
    /// The account's name.
    public let userName: String
    /// When it was made.
    public let createdAt: Date

    /// The ID of the passkey.
    public var id: Data { credentialID }

    init(_ passkey: StoredPasskey) {
        credentialID = Data(passkey.credentialID)
        relyingPartyID = passkey.relyingPartyID
        userID = Data(passkey.userID)
        userName = passkey.userName
        createdAt = passkey.createdAt
    }
}
