import ByteEncodings

extension Route {
    static let identities = [
        Route("POST", "/api/v2/users/{id}/identities") { context, tenant throws(Refusal) in
            let caller = try tenant.authorize(
                context, on: context["id"], every: "update:users", current: "update:current_user_identities")
            _ = try tenant.managedUser(context["id"])
            return .json(.array(try tenant.link(context, caller)), status: 201)
        },
        Route("DELETE", "/api/v2/users/{id}/identities/{provider}/{identity}") { context, tenant throws(Refusal) in
            _ = try tenant.authorize(
                context, on: context["id"], every: "update:users", current: "update:current_user_identities")
            return .json(.array(try tenant.unlink(context["provider"], context["identity"], from: context["id"])))
        },
    ]
}

extension TenantState {
    fileprivate mutating func link(_ context: RequestContext, _ caller: UsersCaller) throws(Refusal) -> [JSONValue] {
        let names = ["link_with", "user_id", "provider", "connection_id"]
        let rules = BodyRules(optional: Dictionary(uniqueKeysWithValues: names.map { ($0, "string") }))
        let body = try context.managementBody(rules)
        let secondary = try secondary(body, caller)
        guard secondary.id != context["id"] else {
            throw .management(400, "Main identity and the new one are the same.", code: "invalid_body")
        }
        removeUser(secondary.id)
        users[context["id"]]?.linked.append(secondary.record)
        users[context["id"]]?.linked.append(contentsOf: secondary.linked)
        users[context["id"]]?.updatedAt = clock.now
        return users[context["id"]]?.linkedIdentities ?? []
    }

    private func secondary(_ body: [String: JSONValue], _ caller: UsersCaller) throws(Refusal) -> User {
        if Set(body.keys) == ["link_with"], let token = body["link_with"]?.string {
            guard let claims = try? claims(of: token), claims.idTokenClient == caller.clientID,
                let user = claims.subject.flatMap({ users[$0] })
            else { throw .management(400, "Invalid token in link_with", code: "invalid_token") }
            return user
        }
        guard body["link_with"] == nil, let id = body["user_id"]?.string, let provider = body["provider"]?.string
        else { throw .missingProperty("link_with or user_id and provider") }
        guard caller.scopes.contains("update:users") else {
            throw .management(403, "Insufficient scope, expected any of: update:users", code: "insufficient_scope")
        }
        let user = try managedUser(id.hasPrefix("\(provider)|") ? id : "\(provider)|\(id)")
        guard let named = body["connection_id"]?.string else { return user }
        guard connection(user.record.connection)?.managedID == named else {
            throw .management(400, "The provider/connection is not configured.", code: "inexistent_connection")
        }
        return user
    }

    /// Makes a linked account a separate user again.
    fileprivate mutating func unlink(
        _ provider: String, _ localID: String, from id: String
    ) throws(Refusal) -> [JSONValue] {
        var user = try managedUser(id)
        guard user.record.provider != provider || user.record.localID != localID else {
            throw .management(400, "Main identity can not be unlinked", code: "invalid_uri")
        }
        let index = user.linked.firstIndex { $0.provider == provider && $0.localID == localID }
        guard let index else {
            throw .management(400, "The specified identity does not exist for the user", code: "inexistent_identity")
        }
        let freed = User(record: user.linked.remove(at: index), at: clock.now)
        users[freed.id] = freed
        users[id] = user
        return user.linkedIdentities
    }
}
