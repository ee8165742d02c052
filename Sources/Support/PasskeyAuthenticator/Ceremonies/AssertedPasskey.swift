public import FoundationEssentials

/// The proof that a passkey was there and signed a challenge.
public struct AssertedPasskey: Sendable, Hashable {
    /// The handle of the user.
    public let userID: Data?
    /// The ID of the passkey.
    public let credentialID: Data
    /// How the authenticator is attached.
    public let attachment: AuthenticatorAttachment
    /// The client data, as JSON.
    public let rawClientDataJSON: Data
    /// What the authenticator says about itself and the user.
    public let rawAuthenticatorData: Data?
    /// The signature over ``rawAuthenticatorData`` and the hash of ``rawClientDataJSON``.
    public let signature: Data?

    /// Makes a proof of parts that come from elsewhere.
    public init(
        userID: Data?, credentialID: Data, attachment: AuthenticatorAttachment, rawClientDataJSON: Data,
        rawAuthenticatorData: Data?, signature: Data?
    ) {
        self.userID = userID
        self.credentialID = credentialID
        self.attachment = attachment
        self.rawClientDataJSON = rawClientDataJSON
        self.rawAuthenticatorData = rawAuthenticatorData
        self.signature = signature
    }
}
