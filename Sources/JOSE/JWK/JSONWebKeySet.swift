import ByteEncodings

/// The public keys that an issuer publishes.
///
/// - SeeAlso: [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
public struct JSONWebKeySet: Sendable, Hashable {
    /// The maximum length of a set's text in bytes.
    public static let maximumBytes = 262_144
    /// The maximum number of keys in a set.
    public static let maximumKeys = 64

    /// The keys that can verify signatures, in their order.
    public let keys: [JSONWebKey]

    /// Creates a set of keys.
    ///
    /// - Parameter keys: The keys.
    public init(_ keys: [JSONWebKey]) { self.keys = keys }

    /// Creates the set that a server publishes: the public keys of signing keys.
    ///
    /// Encode it with `JSONEncoder`. During a rotation publish the new key before it signs, and the old one until its
    /// last token has expired.
    ///
    /// - Parameter signingKeys: The signing keys; shared secrets are left out.
    public init(publishing signingKeys: [SigningKey]) { keys = signingKeys.compactMap(\.publicKey) }

    /// Decodes a key set strictly: for texts from the network.
    ///
    /// Keys of other types and uses, shared secrets and refused keys are left out, so that one bad key does not make
    /// the others unusable.
    ///
    /// - Parameter text: The key set as JSON.
    /// - Throws: ``JOSEError/Code/tooLarge`` beyond ``maximumBytes`` or ``maximumKeys``; ``JOSEError/Code/malformed``
    ///   if the text is not an object with an array `keys` of objects.
    public init(parsing text: [UInt8]) throws {
        guard text.count <= Self.maximumBytes else { throw JOSEError(.tooLarge) }
        let value = try JOSEError.wrapping(.malformed) { try JSONValue(parsing: text) }
        guard case .array(let elements)? = value["keys"] else { throw JOSEError(.malformed) }
        guard elements.count <= Self.maximumKeys else { throw JOSEError(.tooLarge) }
        var keys: [JSONWebKey] = []
        for element in elements {
            guard case .object = element else { throw JOSEError(.malformed) }
            if let key = try? JSONWebKey(element) { keys.append(key) }
        }
        self.keys = keys
    }
}
