extension JSONScanner {
    /// A number in the text; an integer that fits remains exact.
    package enum Number: Sendable, Hashable {
        case integer(Int)
        case double(Double)

        /// The nearest `Double`.
        package var double: Double {
            switch self {
            case .integer(let value): Double(value)
            case .double(let value): value
            }
        }
    }

    package mutating func boolean() throws(JSONError) -> Bool {
        guard try peek() == .boolean else { throw try wrongType() }
        let isTrue = base[offset] == UInt8(ascii: "t")
        try literal(isTrue ? "true" : "false")
        return isTrue
    }

    package mutating func null() throws(JSONError) {
        guard try peek() == .null else { throw try wrongType() }
        try literal("null")
    }

    package mutating func number() throws(JSONError) -> Number {
        guard try peek() == .number else { throw try wrongType() }
        let start = offset
        let isWhole = try scanNumber()
        let text = UnsafeBufferPointer(start: base + start, count: offset - start)
        if isWhole, let integer = Self.integer(text) { return .integer(integer) }
        guard let double = Double(String(decoding: text, as: UTF8.self)), double.isFinite else {
            throw JSONError(.numberOutOfRange, offset: start)
        }
        return .double(double)
    }

    /// Scans a number and checks its grammar. Returns whether the number has neither fraction nor exponent.
    @discardableResult
    mutating func scanNumber() throws(JSONError) -> Bool {
        if base[offset] == UInt8(ascii: "-") { offset += 1 }
        if try byte() == UInt8(ascii: "0") { offset += 1 } else { try scanDigits() }
        var isWhole = true
        if offset < count, base[offset] == UInt8(ascii: ".") {
            isWhole = false
            offset += 1
            try scanDigits()
        }
        if offset < count, base[offset] | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            offset += 1
            let sign = try byte()
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
            try scanDigits()
        }
        return isWhole
    }

    private mutating func scanDigits() throws(JSONError) {
        guard (0x30...0x39).contains(try byte()) else { throw unexpected() }
        while offset < count, (0x30...0x39).contains(base[offset]) { offset += 1 }
    }

    private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        let isNegative = text.first == UInt8(ascii: "-")
        var value = 0
        for byte in text.dropFirst(isNegative ? 1 : 0) {
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            let (next, overflows) = shifted.subtractingReportingOverflow(Int(byte - 0x30))
            if overflow || overflows { return nil }
            value = next
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }
}
