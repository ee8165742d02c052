import ByteEncodings

/// A type that can be a value in a literal of JSON members.
protocol JSONConvertible {
    var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
    var json: JSONValue { self }

    /// Creates an object with members in their order; `nil` values are omitted.
    static func members(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { Member(name: name, value: $0.json) } })
    }

    /// Adds a member at the end of an object; any other value stays as it is.
    func adding(_ name: String, _ text: String) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(name: name, value: .string(text))])
    }

    /// The Boolean; `nil` for any other value.
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The elements of an array; `nil` for any other value.
    var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members of an object; `nil` for any other value.
    var dictionary: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }
}

extension String: JSONConvertible { var json: JSONValue { .string(self) } }
extension Int: JSONConvertible { var json: JSONValue { .integer(self) } }
extension Bool: JSONConvertible { var json: JSONValue { .boolean(self) } }
extension Array: JSONConvertible where Element: JSONConvertible { var json: JSONValue { .array(map(\.json)) } }
extension Dictionary: JSONConvertible where Key == String, Value == JSONValue {
    var json: JSONValue {
        .object(sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: $0.value) })
    }
}

extension JSONValue {
    /// The name of the type in JSON Schema.
    var schemaType: String {
        switch self {
        case .null: "null"
        case .boolean: "boolean"
        case .integer: "integer"
        case .double: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
