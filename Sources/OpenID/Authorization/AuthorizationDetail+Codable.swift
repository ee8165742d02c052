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
    let value: JSONValue

    init(value: JSONValue) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let members = try? [String: CodedJSON](from: decoder) {
            value = .object(members.map { .init(name: $0.key, value: $0.value.value) })
        } else if let elements = try? [CodedJSON](from: decoder) {
            value = .array(elements.map(\.value))
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
