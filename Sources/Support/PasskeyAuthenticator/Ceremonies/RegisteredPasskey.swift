public import FoundationEssentials

/// A new passkey, in the form that the relying party expects.
public struct RegisteredPasskey: Sendable, Hashable {
    /// The credential ID of the passkey.
    public let credentialID: Data
    /// The attachment of the authenticator.
    public let attachment: PasskeyAttachment
    /// The client data, as JSON.
    public let rawClientDataJSON: Data
    /// The attestation object with the public key, as CBOR.
    public let rawAttestationObject: Data?

    /// Creates a passkey from the parts that another authenticator returned.
    ///
    /// - Parameters:
    ///   - credentialID: The credential ID of the passkey.
    ///   - attachment: The attachment of the authenticator.
    ///   - rawClientDataJSON: The client data, as JSON.
    ///   - rawAttestationObject: The attestation object, as CBOR; `nil` if the authenticator did not return it.
    public init(
        credentialID: Data, attachment: PasskeyAttachment, rawClientDataJSON: Data, rawAttestationObject: Data?
    ) {
        self.credentialID = credentialID
        self.attachment = attachment
        self.rawClientDataJSON = rawClientDataJSON
        self.rawAttestationObject = rawAttestationObject
    }
}
