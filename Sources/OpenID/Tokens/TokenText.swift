package import ByteEncodings

/// The characters of tokens, codes and client secrets: visible ASCII characters and spaces (RFC 6749 appendix A).
///
/// A token with another character, such as a line break, could change the meaning of the request that presents it.
extension String {
    /// Whether all characters may be part of a token.
    package var isTokenText: Bool {
        let isText = utf8.withContiguousStorageIfAvailable { bytes in
            // Without a branch for each byte, so that the compiler uses vector instructions: tokens are long.
            var others: UInt8 = 0
            for byte in bytes { others |= byte &- 0x20 > 0x5E ? 1 : 0 }
            return others == 0
        }
        return isText ?? utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension JSONScanner {
    /// Reads a token; `nil` for `null` and for an empty string, which no token is.
    package mutating func token(_ member: String) throws(JSONError) -> String? {
        guard let text = try stringOrNull(), !text.isEmpty else { return nil }
        guard text.isTokenText else { throw JSONError(.invalidValue, member: member) }
        return text
    }
}

extension JSONValue {
    /// Returns a member that is a token; `nil` if it is missing, `null` or empty.
    package func token(_ name: String) throws(JSONError) -> String? {
        guard let value = self[name], value != .null else { return nil }
        guard let text = value.string else { throw JSONError(.wrongType, member: name) }
        guard text.isTokenText else { throw JSONError(.invalidValue, member: name) }
        return text.isEmpty ? nil : text
    }
}

extension KeyedDecodingContainer {
    /// Decodes a token; `nil` if the member is missing, `null` or empty.
    package func token(_ key: Key) throws -> String? {
        guard let text = try decodeIfPresent(String.self, forKey: key), !text.isEmpty else { return nil }
        guard text.isTokenText else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "a token must not have this character")
        }
        return text
    }

    /// Decodes a token that must be present.
    package func requiredToken(_ key: Key) throws -> String {
        guard let token = try token(key) else {
            throw DecodingError.valueNotFound(
                String.self, .init(codingPath: codingPath + [key], debugDescription: "the token is missing"))
        }
        return token
    }
}
