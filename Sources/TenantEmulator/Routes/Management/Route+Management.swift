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

    /// Creates a route of the Management API that answers 204.
    static func change(
        _ method: String, _ path: String, _ scope: String,
        _ change: @escaping @Sendable (RequestContext, inout TenantState) throws(Refusal) -> Void
    ) -> Route {
        management(method, path, scope) { context, tenant throws(Refusal) in
            try change(context, &tenant)
            return HTTPResponse(204)
        }
    }

    /// Whether a path belongs to the Management API.
    static func isManagement(_ path: String) -> Bool { path.hasPrefix(prefix + "/") }

    /// The scopes of the Management API that records of several users require.
    static let managementScopes = [
        "read:users", "update:users", "create:users", "delete:users", "read:authentication_methods",
        "create:user_tickets", "read:roles", "create:roles", "update:roles", "delete:roles", "read:organizations",
        "create:organizations", "update:organizations", "delete:organizations", "read:organization_members",
        "create:organization_members", "delete:organization_members", "read:organization_member_roles",
        "create:organization_member_roles", "delete:organization_member_roles", "read:organization_connections",
        "create:organization_connections", "update:organization_connections", "delete:organization_connections",
        "read:organization_invitations", "create:organization_invitations", "delete:organization_invitations",
        "read:connections", "read:clients", "read:resource_servers", "read:grants", "delete:grants", "read:logs",
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

    /// The members of queries that may be repeated, and how often.
    ///
    /// - SeeAlso: [Get resource
    ///   servers](https://auth0.com/docs/api/management/v2/resource-servers/get-resource-servers), [Get all
    ///   connections](https://auth0.com/docs/api/management/v2/connections/get-connections)
    private static let repeatable = ["identifiers": 10, "strategy": Int.max]

    /// Parses the query of a request to the Management API.
    ///
    /// - Returns: The values by name; the first of a member that may be repeated.
    /// - Throws: A refusal for a malformed query, or a member that occurs too often.
    func managementQuery() throws(Refusal) -> [String: String] {
        let values = try managementValues()
        for (name, values) in values.sorted(by: { $0.key < $1.key }) where values.count > 1 {
            guard let maximum = Self.repeatable[name] else {
                throw .query("Expected type \(QueryMember.type(of: name)) but found type array", on: name)
            }
            guard values.count <= maximum else {
                throw .query("Array is too long (\(values.count)), maximum \(maximum)", on: name)
            }
        }
        return values.compactMapValues(\.first)
    }

    /// Returns the values of a member of the query that may be repeated; empty without the member.
    func managementValues(_ name: String) throws(Refusal) -> [String] { try managementValues()[name] ?? [] }

    private func managementValues() throws(Refusal) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for pair in (request.query ?? "").split(separator: "&") {
            guard let field = (try? FormEncoding.decode(String(pair)))?.first else {
                throw .management(400, "Query validation error", code: "invalid_query_string")
            }
            values[field.name, default: []].append(field.value)
        }
        return values
    }

    /// Reads the array of texts that is the only member of the body.
    func managementTexts(_ name: String) throws(Refusal) -> [String] {
        let elements = try managementBody(BodyRules(required: [name: "array"]))[name]?.elements ?? []
        let texts = elements.compactMap(\.string)
        guard !texts.isEmpty, texts.count == elements.count else { throw .missingProperty(name) }
        return texts
    }
}
