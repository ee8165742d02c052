import ByteEncodings

extension AuthorizationDetail: Codable {
    /// Decodes a permission.
    ///
    /// - Parameter decoder: The decoder, which need not read JSON.
    /// - Throws: A `DecodingError` if the value is not an object with a `type`.
    public init(from decoder: any Decoder) throws {
        guard let detail = AuthorizationDetail(try CodedJSON(from: decoder).value) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not an object with a type"))
        }
        self = detail
    }

    /// Encodes the permission with all its members.
    ///
    /// - Parameter encoder: The encoder, which need not write JSON.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws { try CodedJSON(value: json).encode(to: encoder) }
}

/// A JSON value for any coder.
private struct CodedJSON: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    let value: JSONValue

    init(value: JSONValue) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            value = .object(
                try members.allKeys.map { key in
                    .init(name: key.stringValue, value: try members.decode(CodedJSON.self, forKey: key).value)
                })
        } else if var elements = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(CodedJSON.self).value) }
            value = .array(values)
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
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a finite number")
        }
        return .double(value)
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let members):
            var container = encoder.container(keyedBy: Name.self)
            for member in members { try container.encode(CodedJSON(value: member.value), forKey: Name(member.name)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(CodedJSON(value: element)) }
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
