package import ByteEncodings
package import HTTPMessages

package enum Decoders {
    /// Returns a decoder for a type that reads itself from JSON text without an intermediate tree, the fastest way.
    package static func readable<Value: JSONReadable>(
        _ type: Value.Type
    ) -> @Sendable (TransportResponse) throws(ResponseError) -> Value {
        { response throws(ResponseError) in
            do throws(JSONError) {
                return try JSONScanner.scan(response.body) { json throws(JSONError) in try Value(from: &json) }
            } catch {
                throw ResponseError(error)
            }
        }
    }

    /// Returns a decoder for a `Decodable` type; `complete` first adds values from the header fields to the JSON.
    package static func decodable<Value: Decodable & Sendable>(
        _ type: Value.Type, completing complete: (@Sendable (inout JSONValue, TransportFields) -> Void)? = nil
    ) -> @Sendable (TransportResponse) throws(ResponseError) -> Value {
        { response throws(ResponseError) in
            var tree = try Self.tree(response)
            complete?(&tree, response.fields)
            do {
                return try Value(from: JSONValueDecoder(tree))
            } catch {
                throw ResponseError(.unexpectedShape, path: (error as? DecodingError)?.path)
            }
        }
    }

    /// Returns a decoder that creates a value from JSON; `nil` means JSON that the API does not specify.
    package static func tree<Value>(
        _ make: @escaping @Sendable (JSONValue) -> Value?
    ) -> @Sendable (TransportResponse) throws(ResponseError) -> Value {
        { response throws(ResponseError) in
            guard let value = make(try Self.tree(response)) else { throw ResponseError(.unexpectedShape) }
            return value
        }
    }

    /// Decodes nothing: the status of the response is sufficient.
    package static func nothing(_ response: TransportResponse) throws(ResponseError) {}

    private static func tree(_ response: TransportResponse) throws(ResponseError) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: response.body)
        } catch {
            throw ResponseError(error)
        }
    }
}

extension DecodingError {
    /// The path of coding keys to the invalid member; the keys are chosen by the program, not by the server.
    fileprivate var path: String? {
        let (context, last): (Context, (any CodingKey)?) =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            case .keyNotFound(let key, let context): (context, key)
            @unknown default: (Context(codingPath: [], debugDescription: ""), nil)
            }
        let path = (context.codingPath + [last].compactMap(\.self)).map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? nil : path
    }
}
