public import FoundationEssentials

/// A passkey that was just made, as the relying party wants to see it.
public struct RegisteredPasskey: Sendable, Hashable {
    /// The ID of the passkey.
    public let credentialID: Data
    /// How the authenticator is attached.
    public let attachment: AuthenticatorAttachment
    /// The client data, as JSON.
    public let rawClientDataJSON: Data
    /// The public key and what vouches for it, as CBOR.
    public let rawAttestationObject: Data?

    /// Makes a passkey of parts that come from elsewhere.
    public init(
        credentialID: Data, attachment: AuthenticatorAttachment, rawClientDataJSON: Data, rawAttestationObject: Data?
    ) {
        self.credentialID = credentialID
        self.attachment = attachment
        self.rawClientDataJSON = rawClientDataJSON
        self.rawAttestationObject = rawAttestationObject
    }
}
