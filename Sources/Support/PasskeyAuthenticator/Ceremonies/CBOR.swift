/// A CBOR value: only the types in WebAuthn's structures, and only encoding (RFC 8949).
enum CBOR: Sendable {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
    case map([(key: CBOR, value: CBOR)])

    /// The deterministic encoding: shortest heads, definite lengths, keys in the order of their encodings (RFC 8949
    /// §4.2.1, for these keys also the canonical form of CTAP2).
    var encoded: [UInt8] {
        switch self {
        case .integer(let value):
            value < 0 ? Self.head(.negative, UInt64(~value)) : Self.head(.unsigned, UInt64(value))
        case .bytes(let bytes): Self.head(.bytes, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(.text, UInt64(text.utf8.count)) + text.utf8
        case .map(let members):
            members.map { ($0.key.encoded, $0.value.encoded) }
                .sorted { $0.0.lexicographicallyPrecedes($1.0) }
                .reduce(into: Self.head(.map, UInt64(members.count))) { $0 += $1.0 + $1.1 }
        }
    }

    private enum Major: UInt8 {
        case unsigned = 0
        case negative = 1
        case bytes = 2
        case text = 3
        case map = 5
    }

    private static func head(_ major: Major, _ argument: UInt64) -> [UInt8] {
        let first = major.rawValue << 5
        return switch argument {
        case 0..<24: [first | UInt8(argument)]
        case 24...0xFF: [first | 24, UInt8(argument)]
        case 0x100...0xFFFF: [first | 25] + argument.bigEndianBytes.suffix(2)
        case 0x1_0000...0xFFFF_FFFF: [first | 26] + argument.bigEndianBytes.suffix(4)
        default: [first | 27] + argument.bigEndianBytes
        }
    }
}

extension FixedWidthInteger {
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian, Array.init) }
}
