public import FoundationEssentials
public import PasskeyAuthenticator

/// A new passkey to enroll.
///
/// ``PasskeyAuthenticator/SoftwareAuthenticator`` creates passkeys. For another authenticator, declare a type that
/// conforms to this protocol.
///
/// - SeeAlso: [WebAuthn §5.2.1](https://www.w3.org/TR/webauthn-3/#iface-authenticatorattestationresponse)
public protocol NewPasskey {
    /// The credential ID of the passkey.
    var credentialID: Data { get }
    /// The attachment of the authenticator: built into the device, or roaming.
    var attachment: PasskeyAttachment { get }
    /// The client data in JSON.
    var rawClientDataJSON: Data { get }
    /// The attestation object, which holds the public key; a request without it fails before anything is sent.
    var rawAttestationObject: Data? { get }
}

/// A new passkey to sign up with.
public protocol SignupPasskey: NewPasskey {}

extension RegisteredPasskey: SignupPasskey {}
