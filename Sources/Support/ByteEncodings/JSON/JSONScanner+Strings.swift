extension JSONScanner {
    /// A scanned string, unescaped only if it contains escapes.
    enum ScannedString {
        case plain(UnsafeBufferPointer<UInt8>)
        case unescaped([UInt8])
    }

    package mutating func string() throws(JSONError) -> String {
        switch try scanString() {
        case .plain(let bytes): String(decoding: bytes, as: UTF8.self)
        case .unescaped(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Reads a string, or `null` as `nil`.
    package mutating func stringOrNull() throws(JSONError) -> String? {
        if try peek() == .null {
            try null()
            return nil
        }
        return try string()
    }

    mutating func scanString() throws(JSONError) -> ScannedString {
        skipSpace()
        guard try byte() == UInt8(ascii: "\"") else { throw try wrongType() }
        offset += 1
        let start = offset
        try scanPlain()
        if base[offset] == UInt8(ascii: "\"") {
            let bytes = UnsafeBufferPointer(start: base + start, count: offset - start)
            offset += 1
            return .plain(bytes)
        }
        return .unescaped(try scanEscaped(from: start))
    }

    /// Scans a name after its opening quote.
    mutating func scanName() throws(JSONError) -> JSONName {
        let start = offset
        offset -= 1
        switch try scanString() {
        case .plain(let bytes):
            return JSONName(offset: start, bytes: bytes, unescaped: nil)
        case .unescaped(let name):
            let bytes = UnsafeBufferPointer(start: base + start, count: offset - 1 - start)
            return JSONName(offset: start, bytes: bytes, unescaped: name)
        }
    }

    /// Advances to the next quote or backslash, and checks the bytes in between.
    @inline(__always)
    private mutating func scanPlain() throws(JSONError) {
        var index = offset
        while true {
            while index + 16 <= count {
                let plain = Self.plainBytes(base + index)
                index += plain
                if plain < 16 { break }
            }
            offset = index
            guard index < count else { throw JSONError(.unexpectedEnd, offset: count) }
            let byte = base[index]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            if byte < 0x20 { throw unexpected() }
            if byte >= 0x80 { try scanMultibyte() } else { offset += 1 }
            index = offset
        }
    }

    /// Returns how many of the next sixteen bytes precede a quote, a backslash, a control or a multibyte character.
    ///
    /// As signed numbers, the bytes of multibyte characters are less than the control characters. A found byte is 0xFF
    /// in the mask, any other is zero.
    @inline(__always)
    private static func plainBytes(_ bytes: UnsafePointer<UInt8>) -> Int {
        let vector = UnsafeRawPointer(bytes).loadUnaligned(as: SIMD16<Int8>.self)
        // Vectors on both sides: a comparison with a scalar is a loop over the bytes in Swift 6.3.
        let controls = vector .< SIMD16<Int8>(repeating: 0x20)
        let quotes = vector .== SIMD16<Int8>(repeating: 0x22)
        let backslashes = vector .== SIMD16<Int8>(repeating: 0x5C)
        let halves = words(controls) | words(quotes) | words(backslashes)
        if halves[0] | halves[1] == 0 { return 16 }
        let first = UInt64(littleEndian: halves[0])
        if first != 0 { return first.trailingZeroBitCount / 8 }
        return 8 + UInt64(littleEndian: halves[1]).trailingZeroBitCount / 8
    }

    @inline(__always)
    private static func words(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
        unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    }

    /// Advances over one multibyte character: the table of well-formed sequences in the Unicode Standard, §3.9.
    private mutating func scanMultibyte() throws(JSONError) {
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch base[offset] {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: throw JSONError(.notUTF8, offset: offset)
            }
        guard offset + length <= count else { throw JSONError(.notUTF8, offset: offset) }
        guard second.contains(base[offset + 1]) else { throw JSONError(.notUTF8, offset: offset) }
        for index in 2..<max(length, 2) where base[offset + index] & 0xC0 != 0x80 {
            throw JSONError(.notUTF8, offset: offset)
        }
        offset += length
    }

    private mutating func scanEscaped(from start: Int) throws(JSONError) -> [UInt8] {
        var text = [UInt8](UnsafeBufferPointer(start: base + start, count: offset - start))
        while base[offset] != UInt8(ascii: "\"") {
            try scanEscape(into: &text)
            let plain = offset
            try scanPlain()
            text.append(contentsOf: UnsafeBufferPointer(start: base + plain, count: offset - plain))
        }
        offset += 1
        return text
    }

    private mutating func scanEscape(into text: inout [UInt8]) throws(JSONError) {
        offset += 1
        let escape = try byte()
        offset += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try scanScalar()).utf8)
        default: throw JSONError(.invalidEscape, offset: offset - 1)
        }
    }

    private mutating func scanScalar() throws(JSONError) -> Character {
        let start = offset
        let first = try scanFourHex()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard (0xD800...0xDBFF).contains(first), offset + 1 < count, base[offset] == UInt8(ascii: "\\"),
            base[offset + 1] == UInt8(ascii: "u")
        else { throw JSONError(.invalidEscape, offset: start) }
        offset += 2
        let second = try scanFourHex()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSONError(.invalidEscape, offset: start) }
        return Character(scalar)
    }

    private mutating func scanFourHex() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Hex.value(try byte()) else { throw JSONError(.invalidEscape, offset: offset) }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}
