import CAuth0CBOR

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

    /// Parses the value at the beginning of `bytes`.
    ///
    /// - Returns: The value and the number of bytes it occupies; `nil` if there is none.
    static func first(in bytes: [UInt8]) -> (value: CBOR, count: Int)? {
        var result = cbor_load_result()
        var item: UnsafeMutablePointer<cbor_item_t>? = cbor_load(bytes, bytes.count, &result)
        guard let root = item else { return nil }
        defer { cbor_decref(&item) }
        guard let value = CBOR(root, depth: 0) else { return nil }
        return (value, result.read)
    }

    private init?(_ item: UnsafeMutablePointer<cbor_item_t>, depth: Int) {
        // CTAP's canonical form has at most four levels, and only definite lengths.
        guard depth < Self.maximumDepth else { return nil }
        if cbor_isa_uint(item) || cbor_isa_negint(item) {
            guard let size = Int(exactly: cbor_get_int(item)) else { return nil }
            self = .integer(cbor_isa_uint(item) ? size : -1 - size)
        } else if cbor_isa_bytestring(item), cbor_bytestring_is_definite(item) {
            self = .bytes(Self.copy(cbor_bytestring_handle(item), cbor_bytestring_length(item)))
        } else if cbor_isa_string(item), cbor_string_is_definite(item) {
            let bytes = Self.copy(cbor_string_handle(item), cbor_string_length(item))
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            self = .text(text)
        } else if cbor_isa_array(item), cbor_array_is_definite(item) {
            guard let elements = Self.elements(of: item, depth: depth + 1) else { return nil }
            self = .array(elements)
        } else if cbor_isa_map(item), cbor_map_is_definite(item) {
            guard let members = Self.members(of: item, depth: depth + 1) else { return nil }
            self = .map(members)
        } else if cbor_isa_float_ctrl(item), cbor_float_ctrl_is_ctrl(item), cbor_is_bool(item) {
            self = .boolean(cbor_get_bool(item))
        } else {
            return nil
        }
    }

    private static func copy(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> [UInt8] {
        Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private static func elements(of item: UnsafeMutablePointer<cbor_item_t>, depth: Int) -> [CBOR]? {
        var elements: [CBOR] = []
        for index in 0..<cbor_array_size(item) {
            guard let element = cbor_array_handle(item)[index], let value = CBOR(element, depth: depth) else {
                return nil
            }
            elements.append(value)
        }
        return elements
    }

    /// Parses the members of a map; `nil` for a duplicate key.
    private static func members(of item: UnsafeMutablePointer<cbor_item_t>, depth: Int) -> [CBOR: CBOR]? {
        var members: [CBOR: CBOR] = [:]
        for index in 0..<cbor_map_size(item) {
            let pair = cbor_map_handle(item)[index]
            guard let key = pair.key.flatMap({ CBOR($0, depth: depth) }),
                let value = pair.value.flatMap({ CBOR($0, depth: depth) }),
                members.updateValue(value, forKey: key) == nil
            else { return nil }
        }
        return members
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
