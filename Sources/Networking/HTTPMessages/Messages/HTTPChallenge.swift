/// One authentication challenge of a `WWW-Authenticate` header field.
///
/// - SeeAlso: [RFC 9110 §11.3](https://www.rfc-editor.org/rfc/rfc9110#section-11.3)
public struct HTTPChallenge: Sendable, Hashable {
    /// The authentication scheme, in lower case.
    public let scheme: String
    /// The authentication parameters by name; the names are in lower case.
    public let parameters: [String: String]
    /// The `token68` value, which some schemes use instead of parameters; `nil` if there is none.
    public let token: String?

    /// Parses the challenges of a field value.
    ///
    /// Parsing is strict: one malformed challenge makes the whole field value invalid.
    ///
    /// - Parameter text: The value of `WWW-Authenticate`; the values of several fields are joined by commas.
    /// - Returns: The challenges in order, or `nil` if the text is not a well-formed list of challenges.
    /// - Complexity: O(*n*) in the length of the text.
    /// - SeeAlso: [RFC 9110 §11.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1)
    public static func parse(_ text: String) -> [HTTPChallenge]? {
        var reader = ChallengeReader(Array(text.utf8))
        return reader.challenges()
    }
}

extension TransportFields {
    /// The challenges of `WWW-Authenticate`; empty if the field is missing or malformed.
    public var challenges: [HTTPChallenge] { self["WWW-Authenticate"].flatMap(HTTPChallenge.parse) ?? [] }
}

/// A parser that reads challenges from left to right and visits each byte at most twice.
private struct ChallengeReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func challenges() -> [HTTPChallenge]? {
        var challenges: [HTTPChallenge] = []
        skipListSeparators()
        while next != nil {
            guard let challenge = challenge() else { return nil }
            challenges.append(challenge)
        }
        return challenges
    }

    private mutating func challenge() -> HTTPChallenge? {
        guard let scheme = token() else { return nil }
        var parameters: [String: String] = [:]
        let end = offset
        skipSpaces()
        if offset > end {
            if let opaque = opaqueToken() {
                skipListSeparators()
                return HTTPChallenge(scheme: scheme, parameters: [:], token: opaque)
            }
            // The list of parameters ends at the next scheme: an item after a comma that is not a parameter.
            while let parameter = parameter() {
                guard parameters.updateValue(parameter.value, forKey: parameter.name) == nil else { return nil }
                skipListSeparators()
            }
        }
        guard !parameters.isEmpty || isAtSeparator else { return nil }
        skipListSeparators()
        return HTTPChallenge(scheme: scheme, parameters: parameters, token: nil)
    }

    /// Parses `token BWS "=" BWS ( token / quoted-string )` before a comma or the end; otherwise the offset stays.
    private mutating func parameter() -> (name: String, value: String)? {
        let start = offset
        if let name = token() {
            skipBlanks()
            if next == UInt8(ascii: "=") {
                offset += 1
                skipBlanks()
                if let value = next == UInt8(ascii: "\"") ? quotedText() : rawToken(), isAtSeparator {
                    return (name, value)
                }
            }
        }
        offset = start
        return nil
    }

    /// Parses `token68` before a comma or the end; otherwise the offset stays.
    private mutating func opaqueToken() -> String? {
        let start = offset
        while let byte = next, byte.isOpaqueByte { offset += 1 }
        let end = offset
        while next == UInt8(ascii: "=") { offset += 1 }
        guard end > start, isAtSeparator else {
            offset = start
            return nil
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func token() -> String? { rawToken()?.lowercased() }

    private mutating func rawToken() -> String? {
        let start = offset
        while let byte = next, byte.isTokenByte { offset += 1 }
        return offset > start ? String(decoding: bytes[start..<offset], as: UTF8.self) : nil
    }

    private mutating func quotedText() -> String? {
        var text: [UInt8] = []
        offset += 1
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = next, escaped.isQuotable else { return nil }
                offset += 1
                text.append(escaped)
            default:
                guard byte.isQuotable else { return nil }
                text.append(byte)
            }
        }
        return nil
    }

    /// Whether the next byte after blanks is a comma, or the text ends.
    private var isAtSeparator: Bool {
        let rest = bytes[offset...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return rest == nil || rest == UInt8(ascii: ",")
    }

    private mutating func skipSpaces() { while next == UInt8(ascii: " ") { offset += 1 } }

    private mutating func skipBlanks() {
        while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { offset += 1 }
    }

    private mutating func skipListSeparators() {
        skipBlanks()
        while next == UInt8(ascii: ",") {
            offset += 1
            skipBlanks()
        }
    }
}

extension UInt8 {
    /// Whether the byte may occur in `token68` before the padding, and so in most tokens.
    package var isOpaqueByte: Bool { isAlphanumeric || "-._~+/".utf8.contains(self) }

    /// Whether the byte may occur in a quoted string, unescaped or after a backslash.
    fileprivate var isQuotable: Bool { self == UInt8(ascii: "\t") || (self >= 0x20 && self != 0x7F) }
}
