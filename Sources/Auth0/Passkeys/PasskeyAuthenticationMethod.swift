public import FoundationEssentials

/// A passkey among a user's authentication methods.
public struct PasskeyAuthenticationMethod: Decodable, Sendable, Hashable, Identifiable {
    /// The ID of the method.
    public let id: String
    /// The kind of method: `passkey`.
    public let type: String
    /// The identity it belongs to.
    public let userIdentityId: String
    /// The program it was enrolled with.
    public let userAgent: String?
    /// When it was enrolled.
    public let createdAt: Date
    /// The passkey itself.
    public let credential: PasskeyCredential
    /// The model of the authenticator.
    public let aaguid: String
    /// The relying party: a domain.
    public let relyingPartyIdentifier: String

    private enum CodingKeys: String, CodingKey {
        case id, type, aaguid
        case userIdentityId = "identity_user_id"
        case userAgent = "user_agent"
        case createdAt = "created_at"
        case relyingPartyIdentifier = "relying_party_id"
    }

    /// Makes a method.
    public init(
        id: String, type: String, userIdentityId: String, userAgent: String?, createdAt: Date,
        credential: PasskeyCredential, aaguid: String, relyingPartyIdentifier: String
    ) {
        self.id = id
        self.type = type
        self.userIdentityId = userIdentityId
        self.userAgent = userAgent
        self.createdAt = createdAt
        self.credential = credential
        self.aaguid = aaguid
        self.relyingPartyIdentifier = relyingPartyIdentifier
    }

    /// Reads a method and its passkey, which are one object.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            type: try values.decode(String.self, forKey: .type),
            userIdentityId: try values.decode(String.self, forKey: .userIdentityId),
            userAgent: try values.decodeIfPresent(String.self, forKey: .userAgent),
            createdAt: try values.moment(.createdAt),
            credential: try PasskeyCredential(from: decoder),
            aaguid: try values.decode(String.self, forKey: .aaguid),
            relyingPartyIdentifier: try values.decode(String.self, forKey: .relyingPartyIdentifier))
    }
}

extension KeyedDecodingContainer {
    /// A moment in ISO 8601, with or without a fraction of a second.
    fileprivate func moment(_ key: Key) throws -> Date {
        let text = try decode(String.self, forKey: key)
        guard
            let moment = (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
        else { throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no ISO 8601 date") }
        return moment
    }
}
