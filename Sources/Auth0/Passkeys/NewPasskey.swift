public import FoundationEssentials
public import PasskeyAuthenticator

/// A passkey that was just made, to enrol.
///
/// ``PasskeyAuthenticator/SoftwareAuthenticator`` makes such values; so can any other authenticator, with a type of your own.
///
/// - SeeAlso: [WebAuthn §5.2.1](https://www.w3.org/TR/webauthn-3/#iface-authenticatorattestationresponse)
public protocol NewPasskey {
    /// The ID of the passkey.
    var credentialID: Data { get }
    /// How the authenticator is attached.
    var attachment: AuthenticatorAttachment { get }
    /// The client data, as JSON.
    var rawClientDataJSON: Data { get }
    /// The public key and what vouches for it; without it a request fails before anything is sent.
    var rawAttestationObject: Data? { get }
}

/// A passkey that was just made, to sign up with.
public protocol SignupPasskey: NewPasskey {}

extension RegisteredPasskey: SignupPasskey {}
