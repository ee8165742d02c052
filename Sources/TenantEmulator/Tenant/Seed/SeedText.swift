import ByteEncodings

/// The text of a seed, in which the lines and columns of errors are found.
struct SeedText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the error with the line and the column of its place.
    func located(_ error: EmulatorError) -> EmulatorError {
        guard let place = error.place else { return error }
        let position = position(at: offset(of: place))
        return EmulatorError(.malformedSeed, "\(error.detail ?? "") (\(position))", cause: error.cause)
    }

    /// Returns the error of a text that is not JSON.
    func located(_ error: JSONError) -> EmulatorError {
        let place = error.offset.map { " (\(position(at: $0)))" } ?? ""
        return EmulatorError(.malformedSeed, "the text is not JSON: \(error.code.words)\(place)", cause: error)
    }

    /// The line and the column, in characters, of a byte; both count from 1.
    func position(at offset: Int) -> String {
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return "line \(line), column \(String(decoding: before[start...], as: UTF8.self).count + 1)"
    }

    /// The offset of a member's name or of an element; the offset of the enclosing value if the text lacks it.
    private func offset(of place: SeedPath) -> Int {
        var cursor = Cursor(bytes: bytes)
        cursor.skipSpace()
        var found = cursor.offset
        for step in place.steps {
            guard let next = cursor.enter(step) else { return found }
            found = next
        }
        return found
    }
}

extension SeedText {
    /// A position in a text that is known to be JSON.
    private struct Cursor {
        let bytes: [UInt8]
        var offset = 0

        private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

        mutating func skipSpace() {
            while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
        }

        /// Moves from the start of an object or array to the value of a step; returns the offset of its name or
        /// element.
        mutating func enter(_ step: SeedPath.Step) -> Int? {
            let isObject = byte == UInt8(ascii: "{")
            guard isObject || byte == UInt8(ascii: "[") else { return nil }
            offset += 1
            var index = 0
            while true {
                skipSpace()
                guard let byte, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") else { return nil }
                let start = offset
                var reached = SeedPath.Step.element(index)
                if isObject {
                    reached = .member(skipValue().flatMap { try? JSONValue(parsing: Array($0)).string } ?? "")
                    skipSpace()
                    offset += 1
                    skipSpace()
                }
                if reached == step { return start }
                _ = skipValue()
                skipSpace()
                if self.byte == UInt8(ascii: ",") { offset += 1 }
                index += 1
            }
        }

        /// Moves past a value and returns its text.
        private mutating func skipValue() -> ArraySlice<UInt8>? {
            let start = offset
            var (depth, isText) = (0, false)
            while let byte {
                if isText {
                    if byte == UInt8(ascii: "\\") { offset += 1 }
                    isText = byte != UInt8(ascii: "\"")
                } else {
                    switch byte {
                    case UInt8(ascii: "\""): isText = true
                    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
                        if depth == 0 { return bytes[start..<offset] }
                        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
                    default: break
                    }
                }
                offset += 1
                if depth == 0, !isText, [UInt8(ascii: "\""), 0x7D, 0x5D].contains(byte) { break }
            }
            return bytes[start..<min(offset, bytes.count)]
        }
    }
}

extension JSONError.Code {
    var words: String {
        switch self {
        case .empty: "it is empty"
        case .notUTF8: "it is not UTF-8"
        case .unexpectedCharacter: "unexpected character"
        case .unexpectedEnd: "unexpected end"
        case .trailingCharacters: "characters after the end"
        case .invalidEscape: "invalid escape"
        case .duplicateMember: "a member occurs twice"
        case .tooDeep: "values are nested too deep"
        case .tooManyMembers: "an object has too many members"
        case .numberOutOfRange: "number out of range"
        default: "invalid value"
        }
    }
}
