public import FoundationEssentials

/// What a relying party asks for when a passkey is to prove who the user is.
///
/// It decodes the standard's JSON form, of which it keeps what an authenticator acts on.
///
/// - SeeAlso: [WebAuthn §5.5](https://www.w3.org/TR/webauthn-3/#dictionary-assertion-options),
///   [§5.1.10](https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson)
public struct PasskeyRequestOptions: Sendable, Hashable {
    /// The relying party: a domain.
    public let relyingPartyID: String
    /// What is to be signed.
    public let challenge: Data
    /// The passkeys that may answer; an empty list allows all of the relying party's.
    public let allowedCredentials: [Data]
    /// Whether the user must be verified.
    public let userVerification: UserVerificationRequirement

    /// Makes options.
    public init(
        relyingPartyID: String, challenge: Data, allowedCredentials: [Data] = [],
        userVerification: UserVerificationRequirement = .preferred
    ) {
        self.relyingPartyID = relyingPartyID
        self.challenge = challenge
        self.allowedCredentials = allowedCredentials
        self.userVerification = userVerification
    }
}

extension PasskeyRequestOptions: Decodable {
    private enum CodingKeys: String, CodingKey { case rpId, challenge, allowCredentials, userVerification }

    /// Reads options; bytes have to be base64url without padding.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            relyingPartyID: try values.decode(String.self, forKey: .rpId),
            challenge: try values.bytes(.challenge),
            allowedCredentials: try values.credentialIDs(.allowCredentials),
            userVerification: try values.decodeIfPresent(
                UserVerificationRequirement.self, forKey: .userVerification) ?? .preferred)
    }
}
