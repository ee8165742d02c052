import ByteEncodings

/// The parameters of a request body, JSON or form-encoded.
struct Parameters: Sendable {
    let members: [String: JSONValue]

    /// Creates parameters from parsed values.
    init(_ members: [String: JSONValue]) { self.members = members }

    /// Parses the body of a request.
    ///
    /// - Throws: A refusal for duplicate names, another content type, or JSON that is not an object.
    init(_ request: HTTPRequest) throws(Refusal) {
        let type = request.header("content-type")?.prefix { $0 != ";" }.lowercased()
        switch type {
        case "application/json": members = try Self.json(request.body)
        case "application/x-www-form-urlencoded": members = try Self.form(request.body)
        default: throw .oauth(400, "invalid_request", "Unsupported content type")
        }
    }

    private static func json(_ body: [UInt8]) throws(Refusal) -> [String: JSONValue] {
        guard let members = (try? JSONValue(parsing: body))?.dictionary else {
            throw .oauth(400, "invalid_request", "Invalid request payload JSON format")
        }
        return members
    }

    private static func form(_ body: [UInt8]) throws(Refusal) -> [String: JSONValue] {
        guard let text = String(validating: body, as: UTF8.self), let fields = try? FormEncoding.decode(text) else {
            throw .oauth(400, "invalid_request", "Malformed or duplicate form parameters")
        }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, .string($0.value)) })
    }

    subscript(_ name: String) -> JSONValue? { members[name] }

    /// Reads a text parameter; `nil` if it is missing or empty.
    ///
    /// - Throws: A refusal if the value is not a string.
    /// - SeeAlso: [RFC 6749 §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2): a parameter without a value is
    ///   omitted
    func optional(_ name: String) throws(Refusal) -> String? {
        guard let value = members[name], value != .null, value != .string("") else { return nil }
        guard let text = value.string else {
            throw .oauth(400, "invalid_request", "Parameter '\(name)' must be a string")
        }
        return text
    }

    /// Reads a required text parameter.
    ///
    /// - Throws: A refusal if the parameter is missing or empty, or the value is not a string.
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
