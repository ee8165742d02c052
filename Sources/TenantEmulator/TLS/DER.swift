import Glibc

/// The DER encodings that certificates need.
///
/// - SeeAlso: [X.690 §8](https://www.itu.int/rec/T-REC-X.690)
enum DER {
    static let null: [UInt8] = [5, 0]
    static let yes: [UInt8] = [1, 1, 0xFF]

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { tagged(0x30, parts.flatMap(\.self)) }
    static func set(_ part: [UInt8]) -> [UInt8] { tagged(0x31, part) }
    static func text(_ text: String) -> [UInt8] { tagged(12, Array(text.utf8)) }
    /// A time of the years 1950 to 2049, in seconds since 1970.
    static func time(_ seconds: Int) -> [UInt8] {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        let numbers = [
            parts.tm_year % 100, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
        ]
        return tagged(23, numbers.flatMap { [0x30 + UInt8($0 / 10), 0x30 + UInt8($0 % 10)] } + [UInt8(ascii: "Z")])
    }
    static func bits(_ bytes: [UInt8]) -> [UInt8] { tagged(3, [0] + bytes) }
    static func octets(_ bytes: [UInt8]) -> [UInt8] { tagged(4, bytes) }

    /// An object identifier.
    static func identifier(_ arcs: Int...) -> [UInt8] {
        let first = [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)
        return tagged(6, first.flatMap(base128))
    }

    /// A distinguished name that consists of a common name.
    static func name(_ common: String) -> [UInt8] { sequence(set(sequence(identifier(2, 5, 4, 3), text(common)))) }

    static func integer(_ number: [UInt8]) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        return tagged(2, (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits)
    }

    static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        switch count {
        case ..<128: return [tag, UInt8(count)] + content
        case ..<256: return [tag, 0x81, UInt8(count)] + content
        default: return [tag, 0x82, UInt8(count >> 8), UInt8(count & 255)] + content
        }
    }

    private static func base128(_ number: Int) -> [UInt8] {
        var digits = [UInt8(number & 127)]
        var rest = number >> 7
        while rest > 0 {
            digits.insert(UInt8(rest & 127) | 128, at: 0)
            rest >>= 7
        }
        return digits
    }
}
