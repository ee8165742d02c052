/// A CBOR value of the kinds that authenticators write.
///
/// - SeeAlso: [RFC 8949](https://www.rfc-editor.org/rfc/rfc8949),
///   [CTAP 2.1
///   §8](https://fidoalliance.org/specs/fido-v2.1-ps-20210615/fido-client-to-authenticator-protocol-v2.1-ps-20210615.html#message-encoding)
enum CBOR: Sendable, Hashable {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([CBOR: CBOR])
    case boolean(Bool)

    private static let maximumDepth = 4

    /// Parses a single value; `nil` if `bytes` contain anything else.
    init?(_ bytes: [UInt8]) {
        guard let (value, count) = Self.first(in: bytes), count == bytes.count else { return nil }
        self = value
    }

    /// Parses the value at the beginning of `bytes`, and counts the bytes that it occupies.
    static func first(in bytes: [UInt8]) -> (value: CBOR, count: Int)? {
        var reader = Reader(bytes: bytes)
        return reader.value().map { ($0, reader.offset) }
    }

    /// A cursor over bytes, which takes values, and numbers in network order.
    struct Reader {
        let bytes: [UInt8]
        private(set) var offset = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { offset == bytes.count }

        /// Reads a value; `nil` for one that is truncated, of indefinite length or of another kind.
        mutating func value(depth: Int = 0) -> CBOR? {
            // CTAP's canonical form has at most four levels, and only definite lengths.
            guard depth < CBOR.maximumDepth, let initial = take(1)?.first else { return nil }
            let (kind, detail) = (initial >> 5, initial & 31)
            guard kind != 7 else { return [20: false, 21: true][detail].map(CBOR.boolean) }
            guard let number = argument(detail) else { return nil }
            switch kind {
            case 0: return .integer(number)
            case 1: return .integer(-1 - number)
            case 2: return take(number).map { .bytes(Array($0)) }
            case 3: return take(number).flatMap { String(validating: $0, as: UTF8.self) }.map(CBOR.text)
            case 4: return elements(number, depth: depth + 1).map(CBOR.array)
            case 5: return members(number, depth: depth + 1).map(CBOR.map)
            default: return nil
            }
        }

        /// Reads the argument of a value: RFC 8949 §3.
        private mutating func argument(_ detail: UInt8) -> Int? {
            guard detail >= 24 else { return Int(detail) }
            return detail < 28 ? number(1 << Int(detail - 24)).flatMap { Int(exactly: $0) } : nil
        }

        mutating func number(_ count: Int) -> UInt64? {
            take(count).map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
        }

        mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= bytes.count - offset else { return nil }
            defer { offset += count }
            return bytes[offset..<offset + count]
        }

        private mutating func elements(_ count: Int, depth: Int) -> [CBOR]? {
            var elements: [CBOR] = []
            for _ in 0..<count {
                guard let element = value(depth: depth) else { return nil }
                elements.append(element)
            }
            return elements
        }

        /// Reads the members of a map; `nil` for a duplicate key.
        private mutating func members(_ count: Int, depth: Int) -> [CBOR: CBOR]? {
            var members: [CBOR: CBOR] = [:]
            for _ in 0..<count {
                guard let key = value(depth: depth), let value = value(depth: depth),
                    members.updateValue(value, forKey: key) == nil
                else { return nil }
            }
            return members
        }
    }
}

extension CBOR {
    subscript(_ name: String) -> CBOR? { if case .map(let members) = self { members[.text(name)] } else { nil } }
    subscript(_ label: Int) -> CBOR? { if case .map(let members) = self { members[.integer(label)] } else { nil } }

    var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
    var map: [CBOR: CBOR]? { if case .map(let members) = self { members } else { nil } }
}
