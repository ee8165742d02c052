public import FoundationEssentials

/// A relying party's options for an authentication with a passkey.
///
/// Decodable from the standard's JSON form; members that do not concern an authenticator are ignored.
///
/// - SeeAlso: [WebAuthn §5.5](https://www.w3.org/TR/webauthn-3/#dictionary-assertion-options),
///   [§5.1.10](https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson)
public struct PasskeyRequestOptions: Sendable, Hashable {
    /// The relying party: a domain (`rpId`).
    public let relyingPartyID: String
    /// The challenge to sign (`challenge`).
    public let challenge: Data
    /// The credential IDs of the accepted passkeys; an empty list, the default, accepts every passkey of the relying
    /// party (`allowCredentials`).
    public let allowedCredentials: [Data]
    /// The requirement for user verification, preferred by default (`userVerification`).
    public let userVerification: PasskeyUserVerification

    /// Creates options: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        relyingPartyID: String, challenge: Data, allowedCredentials: [Data] = [],
        userVerification: PasskeyUserVerification = .preferred
    ) {
        (self.relyingPartyID, self.challenge) = (relyingPartyID, challenge)
        (self.allowedCredentials, self.userVerification) = (allowedCredentials, userVerification)
    }
}

extension PasskeyRequestOptions: Decodable {
    private enum CodingKeys: String, CodingKey { case rpId, challenge, allowCredentials, userVerification }

    /// Decodes options; bytes must be base64url without padding.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if a member is missing or has the wrong type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            relyingPartyID: try values.decode(String.self, forKey: .rpId),
            challenge: try values.bytes(.challenge),
            allowedCredentials: try values.credentialIDs(.allowCredentials),
            userVerification: try values.decodeIfPresent(
                PasskeyUserVerification.self, forKey: .userVerification) ?? .preferred)
    }
}
