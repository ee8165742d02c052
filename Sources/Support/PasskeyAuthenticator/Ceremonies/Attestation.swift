/// The attestation of a new passkey: its statement about the authenticator that created it.
///
/// - SeeAlso: [WebAuthn §6.5](https://www.w3.org/TR/webauthn-3/#sctn-attestation)
public struct Attestation: Sendable, Hashable {
    let isSelf: Bool

    /// No attestation.
    ///
    /// - SeeAlso: [WebAuthn §8.7](https://www.w3.org/TR/webauthn-3/#sctn-none-attestation)
    public static let none = Attestation(isSelf: false)
    /// Self attestation: a proof that the authenticator holds the passkey's private key, in the format `packed`.
    ///
    /// - SeeAlso: [WebAuthn §8.2](https://www.w3.org/TR/webauthn-3/#sctn-packed-attestation)
    public static let packedSelf = Attestation(isSelf: true)
}
