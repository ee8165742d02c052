public import ByteEncodings
public import FoundationEssentials

/// The signed response of a passkey to a challenge.
public struct AssertedPasskey: Sendable, Hashable {
    /// The user handle.
    public let userID: Data?
    /// The credential ID of the passkey.
    public let credentialID: Data
    /// The attachment of the authenticator.
    public let attachment: PasskeyAttachment
    /// The client data, as JSON.
    public let rawClientDataJSON: Data
    /// The authenticator data: relying party, flags and signature counter.
    public let rawAuthenticatorData: Data?
    /// The signature over ``rawAuthenticatorData`` and the hash of ``rawClientDataJSON``.
    public let signature: Data?

    /// Creates a response from the parts that another authenticator returned.
    ///
    /// - Parameters:
    ///   - userID: The user handle; `nil` if the authenticator did not return it.
    ///   - credentialID: The credential ID of the passkey.
    ///   - attachment: The attachment of the authenticator.
    ///   - rawClientDataJSON: The client data, as JSON.
    ///   - rawAuthenticatorData: The authenticator data; `nil` if the authenticator did not return it.
    ///   - signature: The signature over the authenticator data and the hash of the client data; `nil` if there is
    ///     none.
    public init(
        userID: Data?, credentialID: Data, attachment: PasskeyAttachment, rawClientDataJSON: Data,
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

extension AssertedPasskey: _Redacted {
    /// A mirror of the attachment only: until the server has received the signature, it is a credential.
    public var customMirror: Mirror { Mirror(self, children: ["attachment": attachment]) }
}
