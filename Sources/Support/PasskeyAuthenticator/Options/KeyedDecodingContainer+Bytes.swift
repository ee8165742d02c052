import ByteEncodings
import FoundationEssentials

/// The only credential type of WebAuthn.
let publicKeyType = "public-key"

extension KeyedDecodingContainer {
    /// Decodes bytes from base64url without padding.
    func bytes(_ key: Key) throws -> Data {
        let text = try decode(String.self, forKey: key)
        do throws(MalformedEncoding) {
            return Data(try Base64URL.decode(text))
        } catch {
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "\(error)")
        }
    }

    /// Returns the IDs in a list of credential descriptors, without descriptors of other types.
    func credentialIDs(_ key: Key) throws -> [Data] {
        try (decodeIfPresent([CredentialDescriptor].self, forKey: key) ?? []).compactMap(\.id)
    }
}

/// A reference to a credential (WebAuthn §5.8.3).
private struct CredentialDescriptor: Decodable {
    let id: Data?

    private enum CodingKeys: String, CodingKey { case type, id }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .type) == publicKeyType ? try values.bytes(.id) : nil
    }
}
