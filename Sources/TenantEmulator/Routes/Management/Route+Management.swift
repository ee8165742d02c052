import ByteEncodings

extension Route {
    private static let prefix = "/api/v2"

    /// Creates a route of the Management API.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - path: The path below `/api/v2`.
    ///   - scope: The scope that the access token must have.
    ///   - action: Handles a request on the tenant's state.
    /// - Returns: The route.
    static func management(_ method: String, _ path: String, _ scope: String, _ action: @escaping Action) -> Route {
        Route(method, prefix + path) { context, tenant throws(Refusal) in
            try tenant.authorize(context, scope: scope)
            return try action(context, &tenant)
        }
    }

    /// Whether a path belongs to the Management API.
    static func isManagement(_ path: String) -> Bool { path.hasPrefix(prefix + "/") }

    /// The scopes of the Management API that records of several users require.
    static let managementScopes = [
        "read:users", "update:users", "create:users", "delete:users", "create:user_tickets", "read:roles",
        "create:roles", "update:roles", "delete:roles", "read:organizations", "create:organizations",
        "update:organizations", "delete:organizations", "read:organization_member_roles",
        "create:organization_member_roles", "delete:organization_member_roles", "create:organization_connections",
        "update:organization_connections", "delete:organization_connections", "read:organization_invitations",
        "read:connections", "read:clients", "read:resource_servers",
        "read:grants", "delete:grants", "read:logs",
    ]
}

extension RequestContext {
    /// Parses the JSON object in the body of a request to the Management API.
    func managementBody() throws(Refusal) -> [String: JSONValue] {
        guard request.header("content-type")?.prefix(while: { $0 != ";" }).lowercased() == "application/json",
            let members = (try? JSONValue(parsing: request.body))?.dictionary
        else { throw .management(400, "Invalid request payload JSON format", code: "invalid_body") }
        return members
    }

    /// Parses the query of a request to the Management API.
    func managementQuery() throws(Refusal) -> [String: String] {
        do throws(Refusal) {
            return try query()
        } catch { throw .management(400, "Query validation error", code: "invalid_query_string") }
    }

    /// Reads an array of texts of the body.
    func managementTexts(_ name: String) throws(Refusal) -> [String] {
        let elements = try managementBody()[name]?.elements ?? []
        let texts = elements.compactMap(\.string)
        guard !texts.isEmpty, texts.count == elements.count else {
            throw .management(
                400, "Payload validation error: 'Missing required property: \(name)'.", code: "invalid_body")
        }
        return texts
    }

    /// Creates the response with one page of a list.
    ///
    /// The query may have `page` and `per_page`, with `include_totals`, or `take` with `from`, the position that the
    /// page before named as `next`.
    func list(_ items: [JSONValue], as name: String) throws(Refusal) -> HTTPResponse {
        let query = try managementQuery()
        func number(_ name: String, _ usual: Int, _ range: ClosedRange<Int>) throws(Refusal) -> Int {
            guard let text = query[name] else { return usual }
            guard let number = Int(text), range.contains(number) else {
                throw .management(
                    400, "Query validation error: 'Value out of range' on property \(name).",
                    code: "invalid_query_string")
            }
            return number
        }
        if query["take"] != nil || query["from"] != nil {
            let start = try number("from", 0, 0...items.count)
            let shown = items.dropFirst(start).prefix(try number("take", 50, 1...100))
            let next = shown.endIndex < items.endIndex ? String(shown.endIndex) : nil
            return .json(.members([name: Array(shown), "next": next]))
        }
        let size = try number("per_page", 50, 0...100)
        let start = try number("page", 0, 0...10_000) * size
        let shown = Array(items.dropFirst(start).prefix(size))
        guard query["include_totals"] == "true" else { return .json(.array(shown)) }
        return .json(
            .members([
                "start": start, "limit": size, "length": shown.count, "total": items.count, name: shown,
            ]))
    }
}

extension HTTPResponse {
    /// The response to a request that no route serves; one of the Management API names itself.
    static func unserved(_ request: HTTPRequest) -> HTTPResponse {
        guard Route.isManagement(request.path) else { return .text("Not Found", status: 404) }
        return Refusal.management(501, "The emulator has no \(request.method) \(request.path)").response
    }
}
