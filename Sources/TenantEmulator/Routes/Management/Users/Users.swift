import ByteEncodings

extension Route {
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

struct UsersCaller: Sendable {
    let subject: String
    let scopes: Set<String>
    let clientID: String
}

extension TenantState {
    /// The audience of the Management API: under another name of the tenant, too, that of the domain.
    ///
    /// - SeeAlso: [Configure Features to Use Custom
    ///   Domains](https://auth0.com/docs/customize/custom-domains/configure-features-to-use-custom-domains), APIs
    var managementAudience: String { domain + "/api/v2/" }

    /// Authorizes a request that acts on a user: with the scope `every`, or `current` for the caller's own record.
    ///
    /// An ID token is accepted, too, for the record of its own subject, as in older documents of the service.
    mutating func authorize(
        _ context: RequestContext, on id: String, every: String, current: String
    ) throws(Refusal) -> UsersCaller {
        let caller = try usersCaller(context)
        if caller.scopes.contains(every) { return caller }
        guard caller.scopes.contains(current) else {
            throw .management(
                403, "Insufficient scope, expected any of: \(every),\(current)", code: "insufficient_scope")
        }
        guard caller.subject == id else {
            throw .management(403, "User to be acted on does not match subject in bearer token.")
        }
        return caller
    }

    /// Authorizes a request that needs an access token with a scope.
    mutating func authorize(_ context: RequestContext, scope: String) throws(Refusal) {
        guard try usersCaller(context).scopes.contains(scope) else {
            throw .management(403, "Insufficient scope, expected any of: \(scope)", code: "insufficient_scope")
        }
    }

    private mutating func usersCaller(_ context: RequestContext) throws(Refusal) -> UsersCaller {
        let claims: TokenClaims
        do throws(TokenDefect) {
            claims = try self.claims(of: context)
        } catch { throw unauthorized(error, context) }
        guard let subject = claims.subject, users[subject] != nil || isClient(subject, claims) else {
            throw .management(401, "Invalid token")
        }
        if claims.audiences.contains(managementAudience) {
            return UsersCaller(subject: subject, scopes: claims.scopes, clientID: claims["azp"]?.string ?? "")
        }
        guard let clientID = claims.idTokenClient, client(clientID) != nil else {
            throw .management(401, "Bad audience: \(claims.audiences.joined(separator: ","))")
        }
        let own: Set = ["read:current_user", "update:current_user_metadata", "update:current_user_identities"]
        return UsersCaller(subject: subject, scopes: own, clientID: clientID)
    }

    private func isClient(_ subject: String, _ claims: TokenClaims) -> Bool {
        guard let id = claims.clientID, client(id) != nil else { return false }
        return subject == Client.subject(of: id)
    }

    private func unauthorized(_ defect: TokenDefect, _ context: RequestContext) -> Refusal {
        let message = defect.message(
            missing: "Missing authentication", expired: "Expired token received for JSON Web Token validation",
            invalid: "Invalid token")
        return Refusal(challenged(Refusal.management(401, message).response, by: defect, context))
    }
}
