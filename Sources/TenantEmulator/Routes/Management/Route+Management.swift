import ByteEncodings

extension Route {
    private static let prefix = "/api/v2"

    /// Creates a route below `/api/v2` whose requests need an access token with the scope.
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
    /// Parses the JSON object in the body, and refuses it if it violates the rules.
    func managementBody(_ rules: BodyRules? = nil) throws(Refusal) -> [String: JSONValue] {
        guard let members = request.jsonMembers else {
            throw .management(400, "Invalid request payload JSON format", code: "invalid_body")
        }
        try rules?.check(members)
        return members
    }

    /// The members of queries that may be repeated, and how often.
    ///
    /// - SeeAlso: [Get resource
    ///   servers](https://auth0.com/docs/api/management/v2/resource-servers/get-resource-servers), [Get all
    ///   connections](https://auth0.com/docs/api/management/v2/connections/get-connections)
    private static let repeatable = ["identifiers": 10, "strategy": Int.max]

    /// Parses the query of a request to the Management API; of a member that may be repeated, the first value.
    func managementQuery() throws(Refusal) -> [String: String] {
        let values = try managementValues()
        for (name, values) in values.sorted(by: { $0.key < $1.key }) where values.count > 1 {
            guard let maximum = Self.repeatable[name] else {
                let type = Refusal.queryMembers[name]?.type ?? "string"
                throw .query("Expected type \(type) but found type array", on: name)
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

/// The members that an object in a body of the Management API can have, with the names of their types.
struct BodyRules: Sendable {
    var required: [String: String] = [:]
    var optional: [String: String] = [:]
    /// The members of the service that the emulator does not have.
    var unbuilt: Set<String> = []

    /// Refuses unknown members, missing members, members of another type and, with a status of 501, members that the
    /// emulator does not have.
    ///
    /// In a nested object, `prefix` is its path in the body, with a dot at its end.
    func check(_ members: [String: JSONValue], at prefix: String = "") throws(Refusal) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if unbuilt.contains(name) { throw .management(501, "The emulator has no member \(prefix)\(name)") }
            guard let type = required[name] ?? optional[name] else {
                throw .invalid("Additional properties not allowed: \(prefix)\(name)")
            }
            guard value.schemaType != type else { continue }
            throw .invalid("Expected type \(type) but found type \(value.schemaType)", on: prefix + name)
        }
        if let missing = required.keys.sorted().first(where: { members[$0] == nil }) {
            throw .missingProperty(prefix + missing)
        }
    }

    /// Returns the lifetime that a body names, in seconds; `nil` for the default, which 0 means, too.
    static func lifetime(_ body: [String: JSONValue]) throws(Refusal) -> Int? {
        guard let lifetime = body["ttl_sec"]?.integer, lifetime > 0 else { return nil }
        let longest = Invitation.longestLifetime
        guard lifetime <= longest else {
            throw .invalid("Value \(lifetime) is greater than maximum \(longest) on property ttl_sec")
        }
        return lifetime
    }
}
