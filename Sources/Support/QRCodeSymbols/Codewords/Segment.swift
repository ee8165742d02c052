/// The bits of a text, in the most compact mode, or of bytes: one segment (ISO/IEC 18004:2015, 7.4).
struct Segment: Sendable {
    /// The encoding of characters as bits; the raw value is its indicator.
    private enum Mode: Int, Sendable {
        case numeric = 0b0001
        case alphanumeric = 0b0010
        case byte = 0b0100
    }

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
    /// The number of UTF-8 among the extended channel interpretations.
    private static let utf8Interpretation = 26

    private let mode: Mode
    private let characters: [UInt8]
    /// Whether a header marks the characters as UTF-8; without it they are not UTF-8.
    private let isMarkedAsUTF8: Bool

    init(_ text: String) {
        characters = Array(text.utf8)
        isMarkedAsUTF8 = !characters.allSatisfy { $0 < 0x80 }
        if characters.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            mode = .numeric
        } else {
            mode = characters.allSatisfy(Self.alphabet.contains) ? .alphanumeric : .byte
        }
    }

    init(bytes: [UInt8]) {
        (characters, isMarkedAsUTF8, mode) = (bytes, false, .byte)
    }

    /// Returns the number of bits, which depends on the version.
    func bitCount(in version: Version) -> Int { bits(in: version)?.count ?? .max }

    /// Returns the data codewords for a symbol that is large enough, with padding.
    func codewords(in version: Version, _ level: QRSymbol.ErrorCorrection) -> [UInt8] {
        let capacity = version.dataCount(level)
        var bits = bits(in: version) ?? Bits()
        bits.append(0, width: min(4, capacity * 8 - bits.count))
        bits.append(0, width: (8 - bits.count % 8) % 8)
        let pads = (0..<(capacity - bits.bytes.count)).map { $0 % 2 == 0 ? UInt8(0b1110_1100) : 0b0001_0001 }
        return bits.bytes + pads
    }

    /// Returns header and characters; `nil` if they are longer than the header can express.
    private func bits(in version: Version) -> Bits? {
        let width = countWidth(in: version)
        guard characters.count < 1 << width else { return nil }
        var bits = Bits()
        if isMarkedAsUTF8 {
            bits.append(0b0111, width: 4)
            bits.append(Self.utf8Interpretation, width: 8)
        }
        bits.append(mode.rawValue, width: 4)
        bits.append(characters.count, width: width)
        append(characters[...], to: &bits)
        return bits
    }

    /// Returns the width of the character count in bits: table 3 of the standard.
    private func countWidth(in version: Version) -> Int {
        let row = version.number < 10 ? 0 : version.number < 27 ? 1 : 2
        switch mode {
        case .numeric: return [10, 12, 14][row]
        case .alphanumeric: return [9, 11, 13][row]
        case .byte: return row == 0 ? 8 : 16
        }
    }

    private func append(_ characters: ArraySlice<UInt8>, to bits: inout Bits) {
        switch mode {
        case .numeric:
            for digits in characters.chunks(of: 3) {
                bits.append(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, width: digits.count * 3 + 1)
            }
        case .alphanumeric:
            for pair in characters.chunks(of: 2) {
                let value = pair.reduce(0) { $0 * 45 + (Self.alphabet.firstIndex(of: $1) ?? 0) }
                bits.append(value, width: pair.count == 2 ? 11 : 6)
            }
        case .byte:
            for byte in characters { bits.append(Int(byte), width: 8) }
        }
    }
}

struct Bits: Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    /// Appends the lowest `width` bits of a value.
    mutating func append(_ value: Int, width: Int) {
        for place in (0..<width).reversed() {
            if count % 8 == 0 { bytes.append(0) }
            if value >> place & 1 == 1 { bytes[count / 8] |= 0x80 >> UInt8(count % 8) }
            count += 1
        }
    }
}

extension ArraySlice {
    fileprivate func chunks(of length: Int) -> [ArraySlice] {
        stride(from: startIndex, to: endIndex, by: length).map { self[$0..<Swift.min($0 + length, endIndex)] }
    }
}
