import ByteEncodings

/// A route of the control API, with the data for its description and for the validation of its requests.
struct ControlRoute: Sendable {
    typealias Action = @Sendable (RequestContext, TenantCore) throws(Refusal) -> HTTPResponse
    typealias Field = ControlField

    /// A successful answer.
    struct Success: Sendable {
        let status: Int
        let text: String
        /// The schema of the body; `nil` for an answer without a body.
        var schema: JSONValue?
        var contentType = "application/json"

        /// An answer without a body.
        static func empty(_ text: String) -> Success { Success(status: 204, text: text) }

        /// An answer with a JSON body.
        static func json(_ text: String, _ schema: JSONValue, status: Int = 200) -> Success {
            Success(status: status, text: text, schema: schema)
        }
    }

    let method: String
    let path: String
    let summary: String
    /// Whether the route needs no control token.
    var isPublic = false
    var query: [Field] = []
    /// The members of the body; `nil` for a request without a body.
    var body: [Field]?
    /// Whether the body may have unlisted members, which are checked elsewhere.
    var isOpen = false
    /// The schema of the body, in place of the schema of its members.
    var bodySchema: JSONValue?
    let success: Success
    /// The refusals in addition to the common refusals of all routes, by status.
    var refusals: [Int: String] = [:]
    let action: Action

    /// The event that the request waits for; `nil` if it is answered immediately.
    var isReady: (@Sendable (RequestContext, TenantCore) throws(Refusal) -> Bool)?

    /// Matches the segments of a path, as ``Route`` does.
    func match(_ path: String) -> [String: String]? {
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let decoded = segments.compactMap { try? PercentEncoding.decode(String($0)) }
        guard decoded.count == segments.count else { return nil }
        return Route(method, self.path) { _, _ in HTTPResponse(204) }.match(decoded)
    }

    /// Refuses a request with unknown, missing or invalid parameters or members.
    func check(_ context: RequestContext) throws(Refusal) {
        try query.check(query: context.query())
        guard let body else { return }
        try body.check(context.controlBody(), isOpen: isOpen)
    }
}

extension RequestContext {
    /// Parses the body of a request to the control API; a missing body has no members.
    func controlBody() throws(Refusal) -> [String: JSONValue] {
        request.body.isEmpty ? [:] : try Parameters(request).members
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
            // An empty array means that the route requires no token.
            "security": isPublic ? JSONValue.array([]) : nil,
            "requestBody": body.map { fields in
                JSONValue.members([
                    "required": bodySchema != nil || fields.contains(where: \.isRequired),
                    "content": Self.content(bodySchema ?? fields.schema(isOpen: isOpen)),
                ])
            },
            "responses": responses,
        ])
    }

    private var responses: JSONValue {
        var responses: [String: JSONValue] = [
            "\(success.status)": .members([
                "description": success.text, "content": success.schema.map { Self.content($0, success.contentType) },
            ]),
            "400": Self.refusal("A parameter or member is missing, invalid or unknown; the text names it."),
            "403": Self.refusal("The Host field names a host that is not the tenant's.", hasBody: false),
        ]
        if !isPublic { responses["401"] = Self.refusal("The control token is missing or wrong.") }
        for (status, text) in refusals { responses["\(status)"] = Self.refusal(text) }
        return responses.json
    }

    private static func refusal(_ text: String, hasBody: Bool = true) -> JSONValue {
        .members(["description": text, "content": hasBody ? content(ControlSchemas.reference("Error")) : nil])
    }

    /// The method and the words of the path: `postUsers`, `deleteUsersLogin`.
    private var operationID: String {
        let words = path.dropFirst(ControlRoutes.prefix.count).split { !$0.isLetter }
        return method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static func parameter(_ field: Field, in place: String) -> JSONValue {
        .members([
            "name": field.name, "in": place, "required": field.isRequired, "description": field.text,
            "schema": field.schema,
        ])
    }

    private static func content(_ schema: JSONValue, _ type: String = "application/json") -> JSONValue {
        .members([type: JSONValue.members(["schema": schema])])
    }
}
