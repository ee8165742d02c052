package import ByteEncodings
package import HTTPMessages

/// The ways in which a whole answer becomes a value.
package enum Decoders {
    /// The fast path: the type pulls itself out of the text.
    package static func readable<Value: JSONReadable>(
        _ type: Value.Type
    ) -> @Sendable (HTTPResponse) throws(ResponseError) -> Value {
        { response throws(ResponseError) in
            do throws(JSONError) {
                return try JSONScanner.scan(response.body) { json throws(JSONError) in try Value(from: &json) }
            } catch {
                throw ResponseError(error)
            }
        }
    }

    /// Any other type that can decode itself.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - complete: Adds to the tree what only the header fields say.
    /// - Returns: What reads a value of the type.
    package static func decodable<Value: Decodable & Sendable>(
        _ type: Value.Type, completing complete: (@Sendable (inout JSONValue, HTTPFields) -> Void)? = nil
    ) -> @Sendable (HTTPResponse) throws(ResponseError) -> Value {
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

    /// A value made from a tree; `nil` means that the tree has another shape than the API promises.
    package static func tree<Value>(
        _ make: @escaping @Sendable (JSONValue) -> Value?
    ) -> @Sendable (HTTPResponse) throws(ResponseError) -> Value {
        { response throws(ResponseError) in
            guard let value = make(try Self.tree(response)) else { throw ResponseError(.unexpectedShape) }
            return value
        }
    }

    /// Success says it all: the body, if any, is left alone.
    package static func nothing(_ response: HTTPResponse) throws(ResponseError) {}

    private static func tree(_ response: HTTPResponse) throws(ResponseError) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: response.body)
        } catch {
            throw ResponseError(error)
        }
    }
}

extension DecodingError {
    /// The names of the members that lead to the defect: names the program chose, not the server.
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
