import ByteEncodings

/// The parameters of a request body, JSON or form-encoded.
struct Parameters: Sendable {
    let members: [String: JSONValue]

    init(_ members: [String: JSONValue]) { self.members = members }

    /// Parses the body of a request; refuses duplicate names, another content type, and JSON that is not an object.
    init(_ request: HTTPRequest) throws(Refusal) {
        switch request.mediaType {
        case "application/json":
            guard let json = request.jsonMembers else {
                throw .invalidRequest("Invalid request payload JSON format")
            }
            members = json
        case "application/x-www-form-urlencoded": members = try Self.form(request.body)
        default: throw .invalidRequest("Unsupported content type")
        }
    }

    private static func form(_ body: [UInt8]) throws(Refusal) -> [String: JSONValue] {
        guard let text = String(validating: body, as: UTF8.self), let fields = try? FormEncoding.decode(text) else {
            throw .invalidRequest("Malformed or duplicate form parameters")
        }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, .string($0.value)) })
    }

    subscript(_ name: String) -> JSONValue? { members[name] }

    /// Reads a text parameter; `nil` if it is missing or empty. Any other value is refused.
    ///
    /// - SeeAlso: [RFC 6749 §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2): a parameter without a value is
    ///   omitted
    func optional(_ name: String) throws(Refusal) -> String? {
        guard let value = members[name], value != .null, value != .string("") else { return nil }
        guard let text = value.string else {
            throw .invalidRequest("Parameter '\(name)' must be a string")
        }
        return text
    }

    /// Reads a text parameter that must not be missing or empty.
    func required(_ name: String) throws(Refusal) -> String {
        guard let text = try optional(name) else { throw .missing(name) }
        return text
    }

    /// Reads names separated by spaces; `nil` if the parameter is missing or contains no name.
    ///
    /// An empty text is no scope: [RFC 6749 §3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
    func scopes(_ name: String = "scope") throws(Refusal) -> [String]? {
        guard let names = try optional(name)?.split(separator: " "), !names.isEmpty else { return nil }
        return names.map(String.init)
    }
}

extension HTTPRequest {
    /// The `Content-Type` without its parameters, in lower case.
    ///
    /// - SeeAlso: [RFC 9110 §5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6): spaces before `;`
    var mediaType: String? {
        guard let type = header("content-type")?.prefix(while: { $0 != ";" }) else { return nil }
        return type.lastIndex { $0 != " " && $0 != "\t" }.map { type[...$0].lowercased() }
    }

    /// The members of the JSON object in the body; `nil` for any other body.
    var jsonMembers: [String: JSONValue]? {
        mediaType == "application/json" ? (try? JSONValue(parsing: body))?.dictionary : nil
    }
}
