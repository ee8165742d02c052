public import FoundationEssentials
public import PasskeyAuthenticator

/// The proof that a passkey was there and signed a challenge, to log in with.
///
/// ``PasskeyAuthenticator/SoftwareAuthenticator`` makes such values; so can any other authenticator, with a type of your own.
///
/// - SeeAlso: [WebAuthn §5.2.2](https://www.w3.org/TR/webauthn-3/#iface-authenticatorassertionresponse)
public protocol LoginPasskey {
    /// The handle of the user; a login without it fails before anything is sent.
    var userID: Data? { get }
    /// The ID of the passkey.
    var credentialID: Data { get }
    /// How the authenticator is attached.
    var attachment: AuthenticatorAttachment { get }
    /// The client data, as JSON.
    var rawClientDataJSON: Data { get }
    /// What the authenticator says; a login without it fails before anything is sent.
    var rawAuthenticatorData: Data? { get }
    /// The signature; a login without it fails before anything is sent.
    var signature: Data? { get }
}

extension AssertedPasskey: LoginPasskey {}
