/// The URL-safe base64 encoding without padding, in its canonical form (RFC 7515 §2, RFC 4648 §5).
package enum Base64URL: Sendable {
    /// Encodes `bytes` in the URL-safe alphabet, without padding.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(spelled) ?? Array(bytes).withUnsafeBufferPointer(spelled)
    }

    private static func spelled(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: letterCount(for: bytes.count)) { spell(bytes, into: $0) }
    }

    /// Appends the encoding of `bytes` to a text in ASCII.
    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: repeatElement(0, count: letterCount(for: bytes.count)))
        text.withUnsafeMutableBufferPointer { text in
            let rest = UnsafeMutableBufferPointer(rebasing: text[start...])
            _ = bytes.withUnsafeBufferPointer { spell($0, into: rest) }
        }
    }

    private static func letterCount(for bytes: Int) -> Int { (bytes * 4 + 2) / 3 }

    /// Encodes three bytes to four characters at a time, then the rest; returns the number of characters.
    private static func spell(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        letters.withUnsafeBufferPointer { letters in
            var index = encodeGroups(bytes, into: text)
            var length = index / 3 * 4
            while index + 3 <= bytes.count {
                let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
                text[length] = letters[Int(group >> 18)]
                text[length + 1] = letters[Int(group >> 12 & 63)]
                text[length + 2] = letters[Int(group >> 6 & 63)]
                text[length + 3] = letters[Int(group & 63)]
                index += 3
                length += 4
            }
            let rest = bytes.count - index
            guard rest > 0 else { return length }
            let group = UInt32(bytes[index]) << 16 | (rest == 2 ? UInt32(bytes[index + 1]) << 8 : 0)
            for shift in [18, 12, 6].prefix(rest + 1) {
                text[length] = letters[Int(group >> UInt32(shift) & 63)]
                length += 1
            }
            return length
        }
    }

    /// Decodes canonical base64url, the output of ``encode(_:)``, and nothing else. Throws ``MalformedEncoding`` for
    /// padding, white space, `+` or `/`, a length of 1 modulo 4, or unused bits that are not zero.
    package static func decode(_ text: String) throws(MalformedEncoding) -> [UInt8] {
        try decode(Array(text.utf8)[...])
    }

    /// Decodes canonical base64url in the bytes of a larger text, with one allocation, as the overload for strings.
    package static func decode(_ text: ArraySlice<UInt8>) throws(MalformedEncoding) -> [UInt8] {
        guard text.count % 4 != 1 else { throw MalformedEncoding(.impossibleLength) }
        var fault: MalformedEncoding.Code?
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, length in
            fault = text.withUnsafeBufferPointer { fill(bytes, &length, from: $0) }
        }
        if let fault { throw MalformedEncoding(fault) }
        return bytes
    }

    package static func maximumBytes(in letters: Int) -> Int { letters * 3 / 4 }

    /// Decodes the output of ``encode(_:)`` from one buffer into another of at least ``maximumBytes(in:)`` bytes.
    /// Returns the number of bytes written. Throws ``MalformedEncoding``, as ``decode(_:)-(String)``.
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
            var written = 0
            var index = decodeGroups(bytes, &written, from: text)
            defer { length = written }
            while index + 4 <= text.count {
                let (a, b) = (values[Int(text[index])], values[Int(text[index + 1])])
                let (c, d) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
                guard (a | b | c | d) & 0x80 == 0 else { return .unexpectedCharacter }
                bytes[written] = a << 2 | b >> 4
                bytes[written + 1] = b << 4 | c >> 2
                bytes[written + 2] = c << 6 | d
                index += 4
                written += 3
            }
            var (pending, bits) = (UInt32(0), UInt32(0))
            for letter in text[index...] {
                let value = values[Int(letter)]
                guard value & 0x80 == 0 else { return .unexpectedCharacter }
                pending = pending << 6 | UInt32(value)
                bits += 6
                guard bits >= 8 else { continue }
                bits -= 8
                bytes[written] = UInt8(truncatingIfNeeded: pending >> bits)
                written += 1
            }
            return pending & (1 << bits - 1) == 0 ? nil : .unusedBits
        }
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each character; the highest bit marks characters outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()
}
