/// The percent-encoding of all bytes outside the unreserved set, safe in any part of a URL.
///
/// - SeeAlso: [RFC 3986 §2](https://www.rfc-editor.org/rfc/rfc3986#section-2)
package enum PercentEncoding: Sendable {
    /// Percent-encodes every byte of `text` that is neither a letter, a digit or one of `-._~`, nor in `allowed`
    /// (ASCII).
    package static func encode(_ text: String, allowing allowed: String = "") -> String {
        let allowed = Array(allowed.utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) || (byte < 0x80 && allowed.contains(byte)) {
                encoded.append(byte)
            } else {
                append(escaped: byte, to: &encoded)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    static func append(escaped byte: UInt8, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "%"))
        text.append(Hex.digit(byte >> 4, ten: UInt8(ascii: "A")))
        text.append(Hex.digit(byte & 15, ten: UInt8(ascii: "A")))
    }

    /// Decodes the escapes of `text`; `+` remains `+`.
    ///
    /// - Throws: ``MalformedEncoding`` for a broken escape, or for bytes that are not UTF-8.
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

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
