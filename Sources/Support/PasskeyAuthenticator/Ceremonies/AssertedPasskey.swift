public import ByteEncodings
public import FoundationEssentials

/// The signed response of a passkey to a challenge.
public struct AssertedPasskey: Sendable, Hashable {
    /// The user handle; `nil` if the authenticator did not return it.
    public let userID: Data?
    /// The credential ID of the passkey.
    public let credentialID: Data
    /// The attachment of the authenticator.
    public let attachment: PasskeyAttachment
    /// The client data, as JSON.
    public let rawClientDataJSON: Data
    /// The authenticator data: relying party, flags, signature counter; `nil` if the authenticator did not return it.
    public let rawAuthenticatorData: Data?
    /// The signature over ``rawAuthenticatorData`` and the hash of ``rawClientDataJSON``; `nil` if there is none.
    public let signature: Data?

    /// Creates a response from the parts that another authenticator returned: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(
        userID: Data?, credentialID: Data, attachment: PasskeyAttachment, rawClientDataJSON: Data,
        rawAuthenticatorData: Data?, signature: Data?
    ) {
        (self.userID, self.credentialID, self.attachment) = (userID, credentialID, attachment)
        (self.rawClientDataJSON, self.rawAuthenticatorData) = (rawClientDataJSON, rawAuthenticatorData)
        self.signature = signature
    }
}

extension AssertedPasskey: _Redacted {
    /// A mirror of the attachment only: until the server has received the signature, it is a credential.
    public var customMirror: Mirror { Mirror(self, children: ["attachment": attachment]) }
}
