import ByteEncodings

/// A route of the control API, with the facts that its description is made from.
struct ControlRoute: Sendable {
    typealias Action = @Sendable (RequestContext, TenantCore) throws(Refusal) -> HTTPResponse

    /// A parameter of the query, or a member of the body.
    struct Field: Sendable {
        let name: String
        let type: String
        let text: String
        var isRequired = false

        /// A text.
        static func text(_ name: String, _ text: String, isRequired: Bool = false) -> Field {
            Field(name: name, type: "string", text: text, isRequired: isRequired)
        }

        /// A number.
        static func number(_ name: String, _ text: String, isRequired: Bool = false) -> Field {
            Field(name: name, type: "number", text: text, isRequired: isRequired)
        }

        /// `true` or `false`.
        static func flag(_ name: String, _ text: String) -> Field { Field(name: name, type: "boolean", text: text) }
    }

    let method: String
    let path: String
    let summary: String
    var query: [Field] = []
    var body: [Field]?
    /// Whether the body may have members that are not listed, because a seed or another list describes them.
    var isOpen = false
    /// The status of a success, and its meaning.
    var success = (status: 200, text: "Done")
    let action: Action

    /// The event that the request waits for; `nil` if it is answered at once.
    var isReady: (@Sendable (RequestContext, TenantCore) throws(Refusal) -> Bool)?

    /// Matches the segments of a path, as ``Route``.
    func match(_ path: String) -> [String: String]? {
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let decoded = segments.compactMap { try? PercentEncoding.decode(String($0)) }
        guard decoded.count == segments.count else { return nil }
        return Route(method, self.path) { _, _ in HTTPResponse(204) }.match(decoded)
    }
}

extension ControlRoute {
    /// The operation in the form of OpenAPI.
    ///
    /// - SeeAlso: [OpenAPI Specification 3.1.0](https://spec.openapis.org/oas/v3.1.0)
    var operation: JSONValue {
        let placeholders = path.split(separator: "/").filter { $0.first == "{" }.map { $0.dropFirst().dropLast() }
        let parameters =
            placeholders.map { Self.parameter(.text(String($0), "The \($0).", isRequired: true), in: "path") }
            + query.map { Self.parameter($0, in: "query") }
        return .members([
            "operationId": operationID, "summary": summary, "parameters": parameters.isEmpty ? nil : parameters,
            "requestBody": body.map { content($0) },
            "responses": JSONValue.members([
                "\(success.status)": JSONValue.members(["description": success.text]),
                "400": JSONValue.members(["description": "A parameter is missing or invalid."]),
                "401": JSONValue.members(["description": "The control token is missing or wrong."]),
            ]),
        ])
    }

    /// The method and the words of the path: `postUsers`, `deleteUsersLogin`.
    private var operationID: String {
        let words = path.dropFirst(ControlRoutes.prefix.count).split { !$0.isLetter }
        return method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static func parameter(_ field: Field, in place: String) -> JSONValue {
        .members([
            "name": field.name, "in": place, "required": field.isRequired, "description": field.text,
            "schema": JSONValue.members(["type": field.type]),
        ])
    }

    private func content(_ fields: [Field]) -> JSONValue {
        let properties = fields.map { field in
            JSONValue.Member(
                name: field.name, value: .members(["type": field.type, "description": field.text]))
        }
        let schema = JSONValue.members([
            "type": "object", "properties": JSONValue.object(properties),
            "required": fields.filter(\.isRequired).map(\.name), "additionalProperties": isOpen,
        ])
        return .members([
            "required": true,
            "content": JSONValue.members(["application/json": JSONValue.members(["schema": schema])]),
        ])
    }
}
