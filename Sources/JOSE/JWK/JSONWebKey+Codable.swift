import ByteEncodings

extension JSONWebKey: Codable {
    /// Decodes a public signature key; unknown members are ignored.
    ///
    /// - Parameter decoder: The decoder, which need not read JSON.
    /// - Throws: ``JOSEError/Code/keyRefused`` if the key is private, not for signatures, out of bounds, or if its
    ///   members contradict each other; ``JOSEError/Code/malformed`` for members of the wrong type; a `DecodingError`
    ///   if the value is not an object, or is nested too deeply.
    /// - SeeAlso: [RFC 7517 §4](https://www.rfc-editor.org/rfc/rfc7517#section-4)
    public init(from decoder: any Decoder) throws {
        try self.init(JSONValue([String: KeyMember](from: decoder).mapValues(\.value)))
    }

    /// Encodes the public key with its `kid`, its `alg` and the `use` `sig`.
    ///
    /// - Parameter encoder: The encoder, which need not write JSON.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try (json.freeFormObject ?? [:]).compactMapValues { $0 as? String }.encode(to: encoder)
    }
}

extension JSONWebKeySet: Codable {
    private enum CodingKeys: String, CodingKey { case keys }

    /// Decodes a key set; leaves out the same keys as ``init(parsing:)``.
    ///
    /// `JSONDecoder` accepts duplicate members and limits no sizes: use ``init(parsing:)`` for texts from the network.
    ///
    /// - Parameter decoder: The decoder, which need not read JSON.
    /// - Throws: ``JOSEError/Code/tooLarge`` beyond ``maximumKeys``; a `DecodingError` if the value is not an object
    ///   with an array `keys` of objects, or is nested too deeply.
    public init(from decoder: any Decoder) throws {
        var elements = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .keys)
        var (keys, count): ([JSONWebKey], Int) = ([], 0)
        while !elements.isAtEnd {
            count += 1
            guard count <= Self.maximumKeys else { throw JOSEError(.tooLarge) }
            let members = try elements.decode([String: KeyMember].self).mapValues(\.value)
            if let key = try? JSONWebKey(JSONValue(members)) { keys.append(key) }
        }
        self.init(keys)
    }

    /// Encodes the public keys.
    ///
    /// - Parameter encoder: The encoder, which need not write JSON.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(keys, forKey: .keys)
    }
}

/// A member of a decoded key.
///
/// A value that JSON does not have, such as the date of a property list, becomes a Boolean, which no member of a
/// signature key is: in an unknown member it is ignored, and in a known one it makes the key unusable.
private struct KeyMember: Decodable {
    let value: CodedJSON

    init(from decoder: any Decoder) throws {
        do {
            value = try CodedJSON(from: decoder)
        } catch DecodingError.typeMismatch { value = CodedJSON(value: .boolean(false)) }
    }
}
