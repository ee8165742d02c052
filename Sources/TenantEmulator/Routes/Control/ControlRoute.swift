import ByteEncodings

/// A route of the control API, with the data for its description and for the validation of its requests.
struct ControlRoute: Sendable {
    /// Carries out a request, and returns the body of the answer; `nil` for an answer without a body.
    typealias Action = @Sendable (RequestContext, TenantCore) throws(Refusal) -> JSONValue?
    typealias Field = ControlField

    /// A successful answer.
    struct Success: Sendable {
        let status: Int
        let text: String
        /// The schema of the body; `nil` for an answer without a body.
        var schema: JSONValue?
        var contentType = "application/json"

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
    /// The schema of a body whose members are checked elsewhere, in place of `body`.
    var bodySchema: JSONValue?
    let success: Success
    /// The refusals in addition to the common refusals of all routes, by status.
    var refusals: [Int: String] = [:]
    let action: Action

    /// The event that the request waits for; `nil` if it is answered immediately.
    var isReady: (@Sendable (RequestContext, TenantCore) throws(Refusal) -> Bool)?

    /// Creates a route whose answer has no body.
    static func change(
        _ method: String, _ path: String, _ summary: String, query: [Field] = [], body: [Field]? = nil,
        bodySchema: JSONValue? = nil, done text: String, refusals: [Int: String] = [:],
        _ change: @escaping @Sendable (RequestContext, TenantCore) throws(Refusal) -> Void
    ) -> ControlRoute {
        ControlRoute(
            method: method, path: path, summary: summary, query: query, body: body, bodySchema: bodySchema,
            success: Success(status: 204, text: text), refusals: refusals
        ) { context, core throws(Refusal) in
            try change(context, core)
            return nil
        }
    }

    /// Matches the segments of a path, as ``Route`` does.
    func match(_ path: String) -> [String: String]? {
        Router.segments(path).flatMap { Route(method, self.path) { _, _ in HTTPResponse(204) }.match($0) }
    }

    /// Refuses a request with unknown, missing or invalid parameters or members.
    func check(_ context: RequestContext) throws(Refusal) {
        try query.check(query: context.query())
        try body?.check(context.controlBody(), isOpen: false)
    }

    /// Creates the response to a request.
    func response(to context: RequestContext, _ core: TenantCore) throws(Refusal) -> HTTPResponse {
        try check(context)
        switch try action(context, core) {
        case nil: return HTTPResponse(success.status)
        case .string(let text)?: return .text(text, type: success.contentType)
        case let value?: return .json(value, status: success.status)
        }
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
            "requestBody": (bodySchema ?? body?.schema()).map { schema in
                JSONValue.members([
                    "required": body?.contains(where: \.isRequired) ?? true, "content": Self.content(schema),
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
