/// The URL-safe base64 encoding without padding, in its canonical form.
///
/// - SeeAlso: [RFC 7515 §2](https://www.rfc-editor.org/rfc/rfc7515#section-2),
///   [RFC 4648 §5](https://www.rfc-editor.org/rfc/rfc4648#section-5)
package enum Base64URL: Sendable {
    /// Encodes `bytes` in the URL-safe alphabet, without padding.
    ///
    /// - Parameter bytes: The bytes to encode.
    /// - Returns: The encoded text.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(spelled) ?? Array(bytes).withUnsafeBufferPointer(spelled)
    }

    private static func spelled(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var (pending, bits, length) = (UInt32(0), UInt32(0), 0)
            for byte in bytes {
                pending = pending << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    text[length] = letter(UInt8(truncatingIfNeeded: pending >> bits) & 63)
                    length += 1
                }
            }
            if bits > 0 {
                text[length] = letter(UInt8(truncatingIfNeeded: pending << (6 - bits)) & 63)
                length += 1
            }
            return length
        }
    }

    /// Decodes canonical base64url, the output of ``encode(_:)``, and nothing else.
    ///
    /// - Parameter text: The encoded text.
    /// - Returns: The decoded bytes.
    /// - Throws: ``MalformedEncoding`` for padding, white space, `+` or `/`, a length of 1 modulo 4, or unused bits
    ///   that are not zero.
    package static func decode(_ text: String) throws(MalformedEncoding) -> [UInt8] {
        try decode(Array(text.utf8)[...])
    }

    /// Decodes canonical base64url in the bytes of a larger text.
    ///
    /// - Parameter text: The encoded text, as ASCII.
    /// - Returns: The decoded bytes.
    /// - Throws: ``MalformedEncoding``, as the overload for strings.
    /// - Complexity: O(*n*), one allocation.
    package static func decode(_ text: ArraySlice<UInt8>) throws(MalformedEncoding) -> [UInt8] {
        guard text.count % 4 != 1 else { throw MalformedEncoding(.impossibleLength) }
        var fault: MalformedEncoding.Code?
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, length in
            fault = text.withUnsafeBufferPointer { fill(bytes, &length, from: $0) }
        }
        if let fault { throw MalformedEncoding(fault) }
        return bytes
    }

    /// Returns the maximum number of bytes that a number of characters decode to.
    package static func maximumBytes(in letters: Int) -> Int { letters * 3 / 4 }

    /// Decodes the output of ``encode(_:)`` from one buffer into another.
    ///
    /// - Parameters:
    ///   - text: The characters, as ASCII.
    ///   - bytes: The output buffer, of at least ``maximumBytes(in:)`` bytes.
    /// - Returns: The number of bytes written.
    /// - Throws: ``MalformedEncoding``, as ``decode(_:)-(String)``.
    package static func decode(
        _ text: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>
    ) throws(MalformedEncoding) -> Int {
        guard text.count % 4 != 1 else { throw MalformedEncoding(.impossibleLength) }
        var length = 0
        if let fault = fill(bytes, &length, from: text) { throw MalformedEncoding(fault) }
        return length
    }

    /// Decodes four characters to three bytes at a time, and the rest character by character.
    private static func fill(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, _ length: inout Int, from text: UnsafeBufferPointer<UInt8>
    ) -> MalformedEncoding.Code? {
        values.withUnsafeBufferPointer { values in
            var index = 0
            while index + 4 <= text.count {
                let (a, b) = (values[Int(text[index])], values[Int(text[index + 1])])
                let (c, d) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
                guard (a | b | c | d) & 0x80 == 0 else { return .unexpectedCharacter }
                bytes[length] = a << 2 | b >> 4
                bytes[length + 1] = b << 4 | c >> 2
                bytes[length + 2] = c << 6 | d
                index += 4
                length += 3
            }
            var (pending, bits) = (UInt32(0), UInt32(0))
            for letter in text[index...] {
                let value = values[Int(letter)]
                guard value & 0x80 == 0 else { return .unexpectedCharacter }
                pending = pending << 6 | UInt32(value)
                bits += 6
                guard bits >= 8 else { continue }
                bits -= 8
                bytes[length] = UInt8(truncatingIfNeeded: pending >> bits)
                length += 1
            }
            return pending & (1 << bits - 1) == 0 ? nil : .unusedBits
        }
    }

    private static func letter(_ value: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "-")
        default: UInt8(ascii: "_")
        }
    }

    /// The value of each character; the highest bit marks characters outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for value in UInt8(0)..<64 { values[Int(letter(value))] = value }
        return values
    }()
}
