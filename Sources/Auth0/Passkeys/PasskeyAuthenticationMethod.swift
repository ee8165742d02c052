public import FoundationEssentials

/// A passkey among a user's authentication methods.
public struct PasskeyAuthenticationMethod: Decodable, Sendable, Hashable, Identifiable {
    /// The ID of the authentication method.
    public let id: String
    /// The type of the authentication method: `passkey`.
    public let type: String
    /// The ID of the user identity that the passkey belongs to, `identity_user_id`.
    public let userIdentityId: String
    /// The user agent that the passkey was enrolled with, `user_agent`.
    public let userAgent: String?
    /// The date of the enrollment, `created_at`.
    public let createdAt: Date
    /// The credential of the passkey, a part of the same JSON object.
    public let credential: PasskeyCredential
    /// The AAGUID: the identifier of the authenticator's model; empty if the response does not have it.
    public let aaguid: String
    /// The relying party ID, a domain, `relying_party_id`; empty if the response does not have it.
    public let relyingPartyIdentifier: String

    private enum CodingKeys: String, CodingKey {
        case id, type, aaguid
        case userIdentityId = "identity_user_id"
        case userAgent = "user_agent"
        case createdAt = "created_at"
        case relyingPartyIdentifier = "relying_party_id"
    }

    /// Creates an authentication method.
    ///
    /// - Parameters:
    ///   - id: The ID of the authentication method.
    ///   - type: The type of the authentication method: `passkey`.
    ///   - userIdentityId: The ID of the user identity that the passkey belongs to.
    ///   - userAgent: The user agent that the passkey was enrolled with; `nil` when it is unknown.
    ///   - createdAt: The date of the enrollment.
    ///   - credential: The credential of the passkey.
    ///   - aaguid: The identifier of the authenticator's model.
    ///   - relyingPartyIdentifier: The relying party ID: a domain.
    public init(
        id: String, type: String, userIdentityId: String, userAgent: String?, createdAt: Date,
        credential: PasskeyCredential, aaguid: String, relyingPartyIdentifier: String
    ) {
        (self.id, self.type, self.userIdentityId) = (id, type, userIdentityId)
        (self.userAgent, self.createdAt, self.credential) = (userAgent, createdAt, credential)
        (self.aaguid, self.relyingPartyIdentifier) = (aaguid, relyingPartyIdentifier)
    }

    /// Creates an authentication method and its credential by decoding one JSON object.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a required member is missing or a member has the wrong type.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id),
            type: try values.decode(String.self, forKey: .type),
            userIdentityId: try values.decode(String.self, forKey: .userIdentityId),
            userAgent: try values.decodeIfPresent(String.self, forKey: .userAgent),
            createdAt: try values.moment(.createdAt),
            credential: try PasskeyCredential(from: decoder),
            aaguid: try values.decodeIfPresent(String.self, forKey: .aaguid) ?? "",
            relyingPartyIdentifier: try values.decodeIfPresent(String.self, forKey: .relyingPartyIdentifier) ?? "")
    }
}

extension KeyedDecodingContainer {
    /// Decodes a date in ISO 8601, with or without a fraction of a second.
    fileprivate func moment(_ key: Key) throws -> Date {
        let text = try decode(String.self, forKey: key)
        guard
            let moment = (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
                ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
        else { throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no ISO 8601 date") }
        return moment
    }
}
