public import FoundationEssentials

/// A new passkey, in the form that the relying party expects.
public struct RegisteredPasskey: Sendable, Hashable {
    /// The credential ID of the passkey.
    public let credentialID: Data
    /// The attachment of the authenticator.
    public let attachment: PasskeyAttachment
    /// The client data, as JSON.
    public let rawClientDataJSON: Data
    /// The attestation object with the public key, as CBOR; `nil` if the authenticator did not return it.
    public let rawAttestationObject: Data?

    /// Creates a passkey from the parts that another authenticator returned: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(
        credentialID: Data, attachment: PasskeyAttachment, rawClientDataJSON: Data, rawAttestationObject: Data?
    ) {
        (self.credentialID, self.attachment) = (credentialID, attachment)
        (self.rawClientDataJSON, self.rawAttestationObject) = (rawClientDataJSON, rawAttestationObject)
    }
}
