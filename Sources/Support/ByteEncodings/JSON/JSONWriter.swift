package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// Writes a value as compact text.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: write(literal: "null")
        case .boolean(let value): write(literal: value ? "true" : "false")
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .double(let value): write(double: value)
        case .string(let text): write(string: text)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members): write(members: members)
        }
    }

    package mutating func write(members: [JSONValue.Member]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(string: member.name)
            bytes.append(UInt8(ascii: ":"))
            write(member.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(literal: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Writes a whole number without a fraction, and infinities and NaN as `null`.
    private mutating func write(double: Double) {
        guard double.isFinite else { return write(literal: "null") }
        let text = double.wholeNumber.map(String.init) ?? String(double)
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(string: String) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { text in
            guard Self.needsEscape(text) else { return bytes.append(contentsOf: text) }
            var plain = 0
            for index in text.indices {
                let byte = text[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: text[plain..<index])
                write(escaped: byte)
                plain = index + 1
            }
            bytes.append(contentsOf: text[plain...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // Without a branch for each byte, so that the compiler uses vector instructions.
        var found: UInt8 = 0
        for byte in text {
            found |= (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
        }
        return found != 0
    }

    private mutating func write(escaped byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            write(literal: "u00")
            bytes += [Hex.digit(byte >> 4, ten: UInt8(ascii: "a")), Hex.digit(byte & 0xF, ten: UInt8(ascii: "a"))]
        }
    }
}

extension JSONValue {
    /// The value as compact text in UTF-8.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The value as compact text.
    package var encodedText: String { String(decoding: encoded, as: UTF8.self) }
}
