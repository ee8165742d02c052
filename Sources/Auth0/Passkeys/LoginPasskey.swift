public import FoundationEssentials
public import PasskeyAuthenticator

/// The assertion of a passkey: a signed challenge to log in with.
///
/// ``PasskeyAuthenticator/SoftwareAuthenticator`` creates assertions. For another authenticator, declare a type that
/// conforms to this protocol.
///
/// - SeeAlso: [WebAuthn §5.2.2](https://www.w3.org/TR/webauthn-3/#iface-authenticatorassertionresponse)
public protocol LoginPasskey {
    /// The user handle; a login without it fails before anything is sent.
    var userID: Data? { get }
    /// The credential ID of the passkey.
    var credentialID: Data { get }
    /// The attachment of the authenticator: built into the device, or roaming.
    var attachment: PasskeyAttachment { get }
    /// The client data in JSON, as the authenticator signed it.
    var rawClientDataJSON: Data { get }
    /// The authenticator data; a login without it fails before anything is sent.
    var rawAuthenticatorData: Data? { get }
    /// The signature over the authenticator data and the hash of the client data; a login without it fails before
    /// anything is sent.
    var signature: Data? { get }
}

extension AssertedPasskey: LoginPasskey {}
