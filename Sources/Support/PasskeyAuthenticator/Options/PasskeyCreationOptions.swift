public import FoundationEssentials

/// What a relying party asks for when a passkey is to be created.
///
/// It decodes the standard's JSON form, of which it keeps what an authenticator acts on.
///
/// - SeeAlso: [WebAuthn §5.4](https://www.w3.org/TR/webauthn-3/#dictionary-makecredentialoptions),
///   [§5.1.9](https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson)
public struct PasskeyCreationOptions: Sendable, Hashable {
    /// The relying party: a domain.
    public let relyingPartyID: String
    /// The user's handle, 1 to 64 bytes.
    public let userID: Data
    /// The account's name, for people.
    public let userName: String
    /// What is to be signed.
    public let challenge: Data
    /// The algorithms that the relying party takes, the preferred one first.
    public let algorithms: [COSEAlgorithm]
    /// Passkeys the account has already: an authenticator that holds one of them refuses to make another.
    public let excludedCredentials: [Data]
    /// Whether the user must be verified.
    public let userVerification: UserVerificationRequirement

    /// Makes options.
    public init(
        relyingPartyID: String, userID: Data, userName: String, challenge: Data,
        algorithms: [COSEAlgorithm] = [.es256, .rs256], excludedCredentials: [Data] = [],
        userVerification: UserVerificationRequirement = .preferred
    ) {
        self.relyingPartyID = relyingPartyID
        self.userID = userID
        self.userName = userName
        self.challenge = challenge
        self.algorithms = algorithms
        self.excludedCredentials = excludedCredentials
        self.userVerification = userVerification
    }
}

extension PasskeyCreationOptions: Decodable {
    private enum CodingKeys: String, CodingKey {
        case rp, user, challenge, pubKeyCredParams, excludeCredentials, authenticatorSelection
    }

    private enum RelyingPartyKeys: String, CodingKey { case id }
    private enum UserKeys: String, CodingKey { case id, name }
    private enum SelectionKeys: String, CodingKey { case userVerification }

    /// Reads options; bytes have to be base64url without padding.
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
                UserVerificationRequirement.self, forKey: .userVerification) ?? .preferred)
    }

    private struct Parameter: Decodable {
        let type: String
        let alg: COSEAlgorithm
    }
}
