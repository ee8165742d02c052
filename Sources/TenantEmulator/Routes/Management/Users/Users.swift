import ByteEncodings

extension Route {
    /// The endpoints of the Users API.
    static let users = [
        Route("GET", "/api/v2/users/{id}") { context, tenant throws(Refusal) in
            _ = try tenant.authorize(context, on: context["id"], anyone: "read:users", current: "read:current_user")
            return .json(try tenant.managedUser(context["id"]).selectedFields(context))
        },
        Route("PATCH", "/api/v2/users/{id}") { context, tenant throws(Refusal) in
            let caller = try tenant.authorize(
                context, on: context["id"], anyone: "update:users", current: "update:current_user_metadata")
            _ = try tenant.managedUser(context["id"])
            try tenant.patch(context["id"], UserPatch(context, caller))
            return .json(try tenant.managedUser(context["id"]).managed.json)
        },
    ]
}

extension TenantState {
    /// Finds a user by ID; refuses an unknown ID.
    func managedUser(_ id: String) throws(Refusal) -> User {
        guard let user = users[id] else {
            throw .management(404, "The user does not exist.", code: "inexistent_user")
        }
        return user
    }
}

extension User {
    /// Selects the fields that the query asks for.
    fileprivate func selectedFields(_ context: RequestContext) throws(Refusal) -> JSONValue {
        let query = try context.managementQuery()
        if let stray = query.keys.sorted().first(where: { $0 != "fields" && $0 != "include_fields" }) {
            throw .management(
                400, "Query validation error: 'Additional properties not allowed: \(stray)'.",
                code: "invalid_query_string")
        }
        guard ["true", "false"].contains(query["include_fields"] ?? "true") else {
            throw .management(
                400, "Query validation error: 'Expected type boolean' on property include_fields.",
                code: "invalid_query_string")
        }
        return selected(query).json
    }

    /// Selects the fields that a query asks for.
    func selected(_ query: [String: String]) -> [String: JSONValue] {
        guard let list = query["fields"], !list.isEmpty else { return managed }
        let names = Set(list.split(separator: ",").map(String.init))
        let includes = query["include_fields"] != "false"
        return managed.filter { names.contains($0.key) == includes }
    }
}
