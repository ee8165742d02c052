import ByteEncodings

/// The public keys an issuer shows.
///
/// - SeeAlso: [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
public struct JWKSet: Sendable, Hashable {
    /// How long the text of a set may be.
    public static let maximumBytes = 262_144
    /// How many keys a set may have.
    public static let maximumKeys = 64

    /// The keys that can check signatures, in their order.
    public let keys: [JWK]

    /// Makes a set of keys.
    public init(_ keys: [JWK]) { self.keys = keys }

    /// Reads a set; keys of other kinds and uses, shared secrets, and keys that are refused are left out, so that one bad
    /// key does not take the good ones with it.
    ///
    /// - Throws: ``JOSEError/Code/tooLarge`` beyond ``mostBytes`` or ``mostKeys``; ``JOSEError/Code/malformed`` when it
    ///   is not an object with an array `keys` of objects.
    public init(parsing text: [UInt8]) throws {
        guard text.count <= Self.maximumBytes else { throw JOSEError(.tooLarge) }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch { throw JOSEError(.malformed, cause: error) }
        guard case .array(let elements)? = value["keys"] else { throw JOSEError(.malformed) }
        guard elements.count <= Self.maximumKeys else { throw JOSEError(.tooLarge) }
        var keys: [JWK] = []
        for element in elements {
            guard case .object = element else { throw JOSEError(.malformed) }
            if let key = try? JWK(element) { keys.append(key) }
        }
        self.keys = keys
    }
}
