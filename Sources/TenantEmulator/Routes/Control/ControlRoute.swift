import ByteEncodings

/// A route of the control API, with the data for its description and for the validation of its requests.
struct ControlRoute: Sendable {
    /// Carries out a request, and returns the body of the answer; `nil` for an answer without a body.
    typealias Action = @Sendable (ControlRequest, TenantCore) throws(Refusal) -> JSONValue?
    typealias Field = ControlField

    struct Success: Sendable {
        let status: Int
        let text: String
        /// The schema of the body; `nil` for an answer without a body.
        var schema: JSONValue?
        var contentType = "application/json"

        static func json(_ text: String, _ schema: JSONValue, status: Int = 200) -> Success {
            Success(status: status, text: text, schema: schema)
        }
    }

    let method: String
    let path: String
    let summary: String
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
    var isReady: (@Sendable (ControlRequest, TenantCore) -> Bool)?

    static func change(
        _ method: String, _ path: String, _ summary: String, query: [Field] = [], body: [Field]? = nil,
        bodySchema: JSONValue? = nil, done text: String, refusals: [Int: String] = [:],
        _ change: @escaping @Sendable (ControlRequest, TenantCore) throws(Refusal) -> Void
    ) -> ControlRoute {
        ControlRoute(
            method: method, path: path, summary: summary, query: query, body: body, bodySchema: bodySchema,
            success: Success(status: 204, text: text), refusals: refusals
        ) { request, core throws(Refusal) in
            try change(request, core)
            return nil
        }
    }

    /// Reads a request; refuses unknown, missing or invalid parameters or members.
    func read(_ request: HTTPRequest, _ captured: [String: String]) throws(Refusal) -> ControlRequest {
        let fields = try RequestContext(request: request).query()
        try query.check(query: fields)
        let hasBody = (body != nil || bodySchema != nil) && !request.body.isEmpty
        let members = hasBody ? try Parameters(request).members : [:]
        try body?.check(members, isOpen: false)
        return ControlRequest(captured: captured, query: fields, members: members)
    }

    func schedule(_ request: ControlRequest, _ core: TenantCore) -> ResponseSchedule {
        var wait = ResponseSchedule.Wait.none
        if let isReady, let seconds = request.query["wait"].flatMap(Double.init), !core.suspensions.isFull {
            wait = .polling(until: { [weak core] in core.map { isReady(request, $0) } ?? true }, .seconds(seconds))
        }
        return ResponseSchedule(wait: wait) {
            defer { core.noteChange() }
            do throws(Refusal) {
                switch try action(request, core) {
                case nil: return .response(HTTPResponse(success.status))
                case .string(let text)?: return .response(.text(text, type: success.contentType))
                case let value?: return .response(.json(value, status: success.status))
                }
            } catch { return .response(error.response) }
        }
    }
}

/// A request to a route of the control API, with parameters and members that are valid.
struct ControlRequest: Sendable {
    let captured: [String: String]
    let query: [String: String]
    /// The members of the body; none without a body.
    let members: [String: JSONValue]

    subscript(_ name: String) -> JSONValue? { members[name] }

    /// The value of a placeholder in the path, or of a required text in the body.
    func text(_ name: String) -> String { captured[name] ?? members[name]?.string ?? "" }
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
