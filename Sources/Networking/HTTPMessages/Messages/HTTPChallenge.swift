/// What a server asks for before it does what was asked: one challenge of `WWW-Authenticate`.
///
/// - SeeAlso: [RFC 9110 §11.3](https://www.rfc-editor.org/rfc/rfc9110#section-11.3)
public struct HTTPChallenge: Sendable, Hashable {
    /// The authentication scheme, in lower case.
    public let scheme: String
    /// The parameters by name; names are in lower case.
    public let parameters: [String: String]
    /// The one opaque value that some schemes have in place of parameters.
    public let token: String?

    /// Reads the challenges of a field value, strictly: where one is not well formed there is none.
    ///
    /// - Parameter text: The value of `WWW-Authenticate`; several fields are joined by commas.
    /// - Returns: The challenges in order; `nil` when the text is not a list of challenges.
    /// - Complexity: O(*n*).
    /// - SeeAlso: [RFC 9110 §11.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1)
    public static func parse(_ text: String) -> [HTTPChallenge]? {
        var reader = ChallengeReader(Array(text.utf8))
        return reader.challenges()
    }
}

extension HTTPFields {
    /// The challenges of `WWW-Authenticate`; none when there is no such field, or when it is not well formed.
    public var challenges: [HTTPChallenge] { self["WWW-Authenticate"].flatMap(HTTPChallenge.parse) ?? [] }
}

/// Reads challenges from left to right; nothing is looked at more than twice.
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
            // Parameters go on until something follows a comma that is none: the next scheme.
            while let parameter = parameter() {
                guard parameters.updateValue(parameter.value, forKey: parameter.name) == nil else { return nil }
                skipListSeparators()
            }
        }
        guard !parameters.isEmpty || isAtSeparator else { return nil }
        skipListSeparators()
        return HTTPChallenge(scheme: scheme, parameters: parameters, token: nil)
    }

    /// `token BWS "=" BWS ( token / quoted-string )`, up to the comma after it; moves only when there is one.
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

    /// `token68`, up to the comma after it; moves only when there is one.
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

    /// Whether a comma or the end comes next.
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
    /// A byte of `token68` before its padding.
    fileprivate var isOpaqueByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    /// A byte that may stand between quotes, some of them after a backslash.
    fileprivate var isQuotable: Bool { self == UInt8(ascii: "\t") || (self >= 0x20 && self != 0x7F) }
}
