/// A JSON value for any coder.
package struct CodedJSON: Codable, Sendable {
    private enum NoKey: CodingKey {}

    /// The greatest depth of a decoded value in its document: a decoder that throws copies the path of each level.
    private static let maximumDepth = 64

    /// The value.
    package let value: JSONValue

    /// Wraps a value that is to be encoded.
    package init(value: JSONValue) { self.value = value }

    /// Decodes a value, from a decoder that need not read JSON.
    package init(from decoder: any Decoder) throws {
        let path = decoder.codingPath
        guard path.count <= Self.maximumDepth else {
            throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "nested too deeply"))
        }
        // The form first: an error inside a value is not that of its form.
        if (try? decoder.container(keyedBy: NoKey.self)) != nil {
            value = JSONValue(try [String: CodedJSON](from: decoder))
        } else if (try? decoder.unkeyedContainer()) != nil {
            value = .array(try [CodedJSON](from: decoder).map(\.value))
        } else {
            value = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        // A Boolean before a number: lenient decoders read a Boolean as a number, but never a number as a Boolean.
        if let value = try? container.decode(Bool.self) { return .boolean(value) }
        if let value = try? container.decode(Int.self) { return .integer(value) }
        // A string before a number: a decoder may read `nan` as a number, which JSON does not have.
        if let value = try? container.decode(String.self) { return .string(value) }
        let value = try container.decode(Double.self)
        guard value.isFinite else {
            throw DecodingError.typeMismatch(
                JSONValue.self, .init(codingPath: container.codingPath, debugDescription: "not a finite number"))
        }
        return .double(value)
    }

    /// Encodes the value, with an encoder that need not write JSON.
    package func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let members):
            try Dictionary(members.map { ($0.name, CodedJSON(value: $0.value)) }) { $1 }.encode(to: encoder)
        case .array(let elements): try elements.map { CodedJSON(value: $0) }.encode(to: encoder)
        case .null: try encode(to: encoder) { try $0.encodeNil() }
        case .boolean(let value): try encode(to: encoder) { try $0.encode(value) }
        case .integer(let value): try encode(to: encoder) { try $0.encode(value) }
        case .double(let value): try encode(to: encoder) { try $0.encode(value) }
        case .string(let value): try encode(to: encoder) { try $0.encode(value) }
        }
    }

    private func encode(
        to encoder: any Encoder, _ write: (inout any SingleValueEncodingContainer) throws -> Void
    ) throws {
        var container = encoder.singleValueContainer()
        try write(&container)
    }
}

extension JSONValue {
    /// Creates an object of decoded members.
    package init(_ members: [String: CodedJSON]) {
        self = .object(members.map { Member(name: $0.key, value: $0.value.value) })
    }
}
