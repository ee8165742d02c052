/// The encoding of bytes as pairs of hexadecimal digits.
package enum Hex: Sendable {
    /// Encodes `bytes` with lower-case digits.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(encode) ?? Array(bytes).withUnsafeBufferPointer(encode)
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { text in
            var length = 0
            for byte in bytes {
                text[length] = digit(byte >> 4, ten: UInt8(ascii: "a"))
                text[length + 1] = digit(byte & 15, ten: UInt8(ascii: "a"))
                length += 2
            }
            return length
        }
    }

    /// Decodes pairs of digits in upper or lower case, and refuses an odd length.
    package static func decode(_ text: String) throws(MalformedEncoding) -> [UInt8] {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { throw MalformedEncoding(.impossibleLength) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
                throw MalformedEncoding(.unexpectedCharacter)
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    static func digit(_ value: UInt8, ten: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : ten + value - 10
    }

    /// The value of a digit in upper or lower case; `nil` for any other character.
    package static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
