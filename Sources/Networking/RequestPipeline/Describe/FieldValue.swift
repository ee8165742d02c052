package import ByteEncodings

/// A type whose values can be parameters of an endpoint.
package protocol FieldValue: Sendable {
    /// The value as JSON.
    var jsonValue: JSONValue { get }
}

extension String: FieldValue {
    /// The string as JSON.
    package var jsonValue: JSONValue { .string(self) }
}

extension Bool: FieldValue {
    /// The Boolean as JSON.
    package var jsonValue: JSONValue { .boolean(self) }
}

extension JSONValue: FieldValue {
    /// The value itself.
    package var jsonValue: JSONValue { self }
}

extension JSONValue {
    /// Creates an object.
    ///
    /// - Parameter fields: The names and values of the members; those with the value `nil` are omitted.
    package init(fields: KeyValuePairs<String, (any FieldValue)?>) {
        self = .object(fields.compactMap { name, value in value.map { Member(name: name, value: $0.jsonValue) } })
    }
}
