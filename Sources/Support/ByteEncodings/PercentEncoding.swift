/// The percent-encoding of all bytes outside the unreserved set, safe in any part of a URL (RFC 3986 §2).
package enum PercentEncoding: Sendable {
    /// Percent-encodes all but letters, digits, `-._~` and the ASCII characters in `allowed`.
    package static func encode(_ text: String, allowing allowed: String = "") -> String {
        let allowed = Array(allowed.utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        append(text, to: &encoded) { allowed.contains($0) ? $0 : nil }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Appends a text. The closure returns the byte that represents a reserved one; `nil` percent-encodes it.
    static func append(_ text: String, to encoded: inout [UInt8], _ replaced: (UInt8) -> UInt8?) {
        for byte in text.utf8 {
            if byte.isUnreserved {
                encoded.append(byte)
            } else if let replacement = replaced(byte) {
                encoded.append(replacement)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(Hex.digit(byte >> 4, ten: UInt8(ascii: "A")))
                encoded.append(Hex.digit(byte & 15, ten: UInt8(ascii: "A")))
            }
        }
    }

    /// Decodes the escapes of `text`, which must be whole and UTF-8; `+` remains `+`.
    package static func decode(_ text: String) throws(MalformedEncoding) -> String {
        try string(bytes(Array(text.utf8)[...], plusIsSpace: false))
    }

    static func bytes(_ text: ArraySlice<UInt8>, plusIsSpace: Bool) throws(MalformedEncoding) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            index += 1
            switch character {
            case UInt8(ascii: "%"):
                guard text.endIndex - index >= 2, let high = Hex.value(text[index]),
                    let low = Hex.value(text[index + 1])
                else { throw MalformedEncoding(.brokenEscape) }
                bytes.append(high << 4 | low)
                index += 2
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(character)
            }
        }
        return bytes
    }

    static func string(_ bytes: [UInt8]) throws(MalformedEncoding) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw MalformedEncoding(.notUTF8) }
        return text
    }
}

extension UInt8 {
    /// Whether this is an unreserved character: letters, digits and `-._~` (RFC 3986 §2.3).
    package var isUnreserved: Bool {
        switch self {
        case 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x7E: true
        default: false
        }
    }
}

extension FixedWidthInteger {
    /// Parses ASCII digits, as those of a port (RFC 3986 §3.2.3); `nil` for any other text, also for one with a sign.
    package init?(digits text: some StringProtocol) {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(text)
    }
}
