import ByteEncodings

extension Route {
    /// The endpoints of the Users API.
    static let users = [
        Route("GET", "/api/v2/users/{id}") { context, tenant throws(Refusal) in
            _ = try tenant.authorize(context, on: context["id"], every: "read:users", current: "read:current_user")
            return try context.record(tenant.managedUser(context["id"]).managed.json)
        },
        Route("PATCH", "/api/v2/users/{id}") { context, tenant throws(Refusal) in
            let caller = try tenant.authorize(
                context, on: context["id"], every: "update:users", current: "update:current_user_metadata")
            _ = try tenant.managedUser(context["id"])
            try tenant.patch(context["id"], UserPatch(context, caller))
            return .json(try tenant.managedUser(context["id"]).managed.json)
        },
    ]
}

extension TenantState {
    /// Finds a user by ID; refuses an ID that is unknown or has no provider.
    func managedUser(_ id: String) throws(Refusal) -> User {
        try Self.checkUserID(id)
        guard let user = users[id] else {
            throw .management(404, "The user does not exist.", code: "inexistent_user")
        }
        return user
    }

    /// Refuses an ID without a provider.
    ///
    /// - SeeAlso: [The service's words, as a connector of it quotes
    ///   them](https://help.okta.com/wf/en-us/content/topics/workflows/connector-reference/auth0/actions/deleteuser.htm)
    static func checkUserID(_ id: String) throws(Refusal) {
        guard !id.contains("|") else { return }
        throw .management(400, "Object didn't pass validation for format user-id: \(id)", code: "invalid_uri")
    }
}
