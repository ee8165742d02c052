package import ByteEncodings

/// What may stand as a value where an endpoint lists its fields.
package protocol FieldValue: Sendable {
    /// The value as it is sent.
    var jsonValue: JSONValue { get }
}

extension String: FieldValue {
    /// A text.
    package var jsonValue: JSONValue { .string(self) }
}

extension Bool: FieldValue {
    /// A truth.
    package var jsonValue: JSONValue { .boolean(self) }
}

extension JSONValue: FieldValue {
    /// Itself.
    package var jsonValue: JSONValue { self }
}

extension JSONValue {
    /// An object of fields; those that are `nil` are left out.
    package init(fields: KeyValuePairs<String, (any FieldValue)?>) {
        self = .object(fields.compactMap { name, value in value.map { Member(name: name, value: $0.jsonValue) } })
    }
}
