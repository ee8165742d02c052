import ByteEncodings

/// Decodes the claims of a token without verifying its signature.
func claims(of token: String?) -> JSONValue? {
    guard let segments = token?.split(separator: "."), segments.count == 3,
        let bytes = try? Base64URL.decode(String(segments[1]))
    else { return nil }
    return try? JSONValue(parsing: bytes)
}

extension JSONValue {
    /// The elements of an array.
    var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The number of elements of an array.
    var count: Int? { elements?.count }
}

/// Parses the members of a JSON object.
func members(_ text: String) throws -> [String: Any] {
    guard case .object(let members) = try JSONValue(parsing: Array(text.utf8)) else { return [:] }
    return Dictionary(members.map { ($0.name, $0.value as Any) }) { $1 }
}
