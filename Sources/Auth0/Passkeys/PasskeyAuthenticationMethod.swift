import ByteEncodings
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

    /// Creates an authentication method: the memberwise initializer, whose parameters are the same as the properties.
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

/// The device type of a passkey.
public enum PasskeyDeviceType: String, Sendable, Decodable {
    /// A passkey that cannot leave the device on which it was created.
    case singleDevice = "single_device"
    /// A passkey that can be backed up and used on several devices.
    case multiDevice = "multi_device"
}

/// The credential of a passkey, as the server stores it.
public struct PasskeyCredential: Decodable, Sendable, Hashable, Identifiable {
    /// The credential ID, `key_id`.
    public let id: String
    /// The public key in COSE format, `public_key`.
    public let publicKey: Data
    /// The WebAuthn user handle, `user_handle`.
    public let userHandle: Data
    /// The device type, `credential_device_type`.
    public let deviceType: PasskeyDeviceType
    /// Whether the passkey is backed up, `credential_backed_up`.
    public let isBackedUp: Bool

    private enum CodingKeys: String, CodingKey {
        case id = "key_id"
        case publicKey = "public_key"
        case userHandle = "user_handle"
        case deviceType = "credential_device_type"
        case isBackedUp = "credential_backed_up"
    }

    /// Creates a credential: the memberwise initializer, whose parameters are the same as the properties.
    public init(id: String, publicKey: Data, userHandle: Data, deviceType: PasskeyDeviceType, isBackedUp: Bool) {
        (self.id, self.publicKey, self.userHandle) = (id, publicKey, userHandle)
        (self.deviceType, self.isBackedUp) = (deviceType, isBackedUp)
    }

    /// Creates a credential by decoding.
    ///
    /// The public key is in base64, the user handle in base64url without padding.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a member is missing or has the wrong type or encoding.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let (key, handle) = (
            try values.decode(String.self, forKey: .publicKey), try values.decode(String.self, forKey: .userHandle)
        )
        // Foundation ignores the bits after the last byte, so two texts could encode the same key.
        guard let publicKey = Data(base64Encoded: key), publicKey.base64EncodedString() == key else {
            throw DecodingError.dataCorruptedError(forKey: .publicKey, in: values, debugDescription: "not base64")
        }
        guard let userHandle = try? Base64URL.decode(handle) else {
            throw DecodingError.dataCorruptedError(forKey: .userHandle, in: values, debugDescription: "not base64url")
        }
        self.init(
            id: try values.decode(String.self, forKey: .id), publicKey: publicKey, userHandle: Data(userHandle),
            deviceType: try values.decode(PasskeyDeviceType.self, forKey: .deviceType),
            isBackedUp: try values.decode(Bool.self, forKey: .isBackedUp))
    }
}
