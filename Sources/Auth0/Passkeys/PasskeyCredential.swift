import ByteEncodings
public import FoundationEssentials

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

    /// Creates a credential.
    ///
    /// - Parameters:
    ///   - id: The credential ID.
    ///   - publicKey: The public key in COSE format.
    ///   - userHandle: The WebAuthn user handle.
    ///   - deviceType: The device type.
    ///   - isBackedUp: Whether the passkey is backed up.
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
