public import FoundationEssentials

/// A relying party's options for the creation of a passkey.
///
/// Decodable from the standard's JSON form; members that do not concern an authenticator are ignored.
///
/// - SeeAlso: [WebAuthn §5.4](https://www.w3.org/TR/webauthn-3/#dictionary-makecredentialoptions),
///   [§5.1.9](https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson)
public struct PasskeyCreationOptions: Sendable, Hashable {
    /// The relying party: a domain (`rp.id`).
    public let relyingPartyID: String
    /// The user handle, 1 to 64 bytes (`user.id`).
    public let userID: Data
    /// The name of the account, for people (`user.name`).
    public let userName: String
    /// The challenge to sign (`challenge`).
    public let challenge: Data
    /// The accepted algorithms, in the relying party's order of preference, by default ES256 and RS256
    /// (`pubKeyCredParams`).
    public let algorithms: [COSEAlgorithm]
    /// The credential IDs of the account's existing passkeys, none by default: an authenticator that has one of them
    /// refuses (`excludeCredentials`).
    public let excludedCredentials: [Data]
    /// The requirement for user verification, preferred by default (`authenticatorSelection.userVerification`).
    public let userVerification: PasskeyUserVerification

    /// Creates options: the memberwise initializer, whose parameters are the same as the properties.
    public init(
        relyingPartyID: String, userID: Data, userName: String, challenge: Data,
        algorithms: [COSEAlgorithm] = [.es256, .rs256], excludedCredentials: [Data] = [],
        userVerification: PasskeyUserVerification = .preferred
    ) {
        (self.relyingPartyID, self.userID, self.userName) = (relyingPartyID, userID, userName)
        (self.challenge, self.algorithms) = (challenge, algorithms)
        (self.excludedCredentials, self.userVerification) = (excludedCredentials, userVerification)
    }
}

extension PasskeyCreationOptions: Decodable {
    private enum CodingKeys: String, CodingKey {
        case rp, user, challenge, pubKeyCredParams, excludeCredentials, authenticatorSelection
    }

    private enum RelyingPartyKeys: String, CodingKey { case id }
    private enum UserKeys: String, CodingKey { case id, name }
    private enum SelectionKeys: String, CodingKey { case userVerification }

    /// Decodes options; bytes must be base64url without padding.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` if a member is missing or has the wrong type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let user = try values.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
        let parameters = try values.decodeIfPresent([Parameter].self, forKey: .pubKeyCredParams) ?? []
        let algorithms = parameters.filter { $0.type == publicKeyType }.map(\.alg)
        let selection =
            values.contains(.authenticatorSelection)
            ? try values.nestedContainer(keyedBy: SelectionKeys.self, forKey: .authenticatorSelection) : nil
        self.init(
            relyingPartyID: try values.nestedContainer(keyedBy: RelyingPartyKeys.self, forKey: .rp)
                .decode(String.self, forKey: .id),
            userID: try user.bytes(.id),
            userName: try user.decode(String.self, forKey: .name),
            challenge: try values.bytes(.challenge),
            // An empty list means these two, in this order (WebAuthn §5.1.3 step 10).
            algorithms: parameters.isEmpty ? [.es256, .rs256] : algorithms,
            excludedCredentials: try values.credentialIDs(.excludeCredentials),
            userVerification: try selection?.decodeIfPresent(
                PasskeyUserVerification.self, forKey: .userVerification) ?? .preferred)
    }

    private struct Parameter: Decodable {
        let type: String
        let alg: COSEAlgorithm
    }
}
