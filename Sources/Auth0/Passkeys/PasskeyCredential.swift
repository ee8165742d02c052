import ByteEncodings
public import FoundationEssentials

/// Where a passkey lives.
public enum PasskeyDeviceType: String, Sendable, Decodable {
    /// On one device, which it cannot leave.
    case singleDevice = "single_device"
    /// On any device of the user: it can be backed up.
    case multiDevice = "multi_device"
}

/// A passkey, as the server knows it.
public struct PasskeyCredential: Decodable, Sendable, Hashable, Identifiable {
    /// The ID of the passkey.
    public let id: String
    /// The public key, as a COSE key.
    public let publicKey: Data
    /// The handle of the user.
    public let userHandle: Data
    /// Where the passkey lives.
    public let deviceType: PasskeyDeviceType
    /// Whether the passkey is backed up.
    public let isBackedUp: Bool

    private enum CodingKeys: String, CodingKey {
        case id = "key_id"
        case publicKey = "public_key"
        case userHandle = "user_handle"
        case deviceType = "credential_device_type"
        case isBackedUp = "credential_backed_up"
    }

    /// Makes a passkey.
    public init(id: String, publicKey: Data, userHandle: Data, deviceType: PasskeyDeviceType, isBackedUp: Bool) {
        self.id = id
        self.publicKey = publicKey
        self.userHandle = userHandle
        self.deviceType = deviceType
        self.isBackedUp = isBackedUp
    }

    /// Reads a passkey; the public key is in base64, the handle in base64url without padding.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let (key, handle) = (
            try values.decode(String.self, forKey: .publicKey), try values.decode(String.self, forKey: .userHandle)
        )
        // Foundation lets bits after the last byte be anything, which would make two spellings of one key.
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
