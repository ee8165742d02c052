import ByteEncodings

extension AuthorizationDetail: Codable {
    /// Decodes a permission.
    ///
    /// - Parameter decoder: The decoder, which need not read JSON.
    /// - Throws: A `DecodingError` if the value is not an object with a `type`, or is nested too deeply.
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
