import ByteEncodings

extension Route {
    static let managedUsers = [
        management("GET", "/users", "read:users") { context, tenant throws(Refusal) in
            let query = try context.managementQuery()
            let others: Set = [
                "fields", "include_fields", "q", "search_engine", "sort", "connection", "primary_order",
            ]
            guard ["v3", nil].contains(query["search_engine"]) else {
                throw .management(
                    400, "search_engine \(query["search_engine"] ?? "") is not available; use v3",
                    code: "invalid_query_string")
            }
            let order = try query["sort"].map { text throws(Refusal) in try UserQuery.order(text) }
            let ids = try tenant.userIDs(matching: query["q"], connection: query["connection"], by: order)
            return try context.list(
                tenant.users.people(ids), as: "users", also: others, hasCheckpoints: false, \.managed.json)
        },
        management("POST", "/users", "create:users") { context, tenant throws(Refusal) in
            .json(try tenant.createUser(context).managed.json, status: 201)
        },
        change("DELETE", "/users/{id}", "delete:users") { context, tenant throws(Refusal) in
            // An unknown user is as good as deleted.
            try TenantState.checkUserID(context["id"])
            tenant.removeUser(context["id"])
        },
        management("GET", "/users-by-email", "read:users") { context, tenant throws(Refusal) in
            let query = try context.managementQuery()
            guard let email = query["email"] else { throw .query("Missing required property: email") }
            let users = tenant.users.users(called: email).filter { $0.record.email?.lowercased() == email.lowercased() }
            return try context.list(users, as: "users", also: ["email", "fields", "include_fields"], \.managed.json)
        },
        management("GET", "/users/{id}/organizations", "read:organizations") { context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            return try context.list(tenant.organizations.filter { $0.has(user) }, as: "organizations", \.managed)
        },
        management("GET", "/users/{id}/authentication-methods", "read:authentication_methods") {
            context, tenant throws(Refusal) in
            let user = try tenant.managedUser(context["id"])
            return try context.list(user.methods, as: "authenticators", \.json)
        },
        management("GET", "/user-blocks", "read:users") { context, tenant throws(Refusal) in
            .json(tenant.blocks(try tenant.usersOfIdentifier(context)))
        },
        change("DELETE", "/user-blocks", "update:users") { context, tenant throws(Refusal) in
            for user in try tenant.usersOfIdentifier(context) { tenant.forgetFailures(of: user.id) }
        },
        management("GET", "/user-blocks/{id}", "read:users") { context, tenant throws(Refusal) in
            .json(tenant.blocks([try tenant.managedUser(context["id"])]))
        },
        change("DELETE", "/user-blocks/{id}", "update:users") { context, tenant throws(Refusal) in
            tenant.forgetFailures(of: try tenant.managedUser(context["id"]).id)
        },
    ]

    /// The endpoints that create the links of mails.
    static let tickets = [
        management("POST", "/tickets/password-change", "create:user_tickets") { context, tenant throws(Refusal) in
            try tenant.ticket(.resetPassword, context)
        },
        management("POST", "/tickets/email-verification", "create:user_tickets") { context, tenant throws(Refusal) in
            try tenant.ticket(.verifyAddress, context)
        },
        management("POST", "/jobs/verification-email", "update:users") { context, tenant throws(Refusal) in
            let rules = BodyRules(
                required: ["user_id": "string"], optional: ["client_id": "string"],
                unbuilt: ["identity", "organization_id"])
            let body = try context.managementBody(rules)
            let user = try tenant.managedUser(body["user_id"]?.string ?? "")
            if let client = body["client_id"]?.string { _ = try tenant.managedClient(client) }
            if let email = user.record.email { tenant.sendAddressConfirmation(to: user.id, email) }
            let job = JSONValue.members([
                "id": "job_\(Secrets.hex(8))", "type": "verification_email", "status": "completed",
                "created_at": tenant.clock.now.timestamp,
            ])
            return .json(job, status: 201)
        },
    ]
}

extension TenantState {
    /// Creates a link that the program, not the tenant, sends.
    fileprivate mutating func ticket(_ purpose: Ticket.Purpose, _ context: RequestContext) throws(Refusal)
        -> HTTPResponse
    {
        var rules = BodyRules(
            optional: [
                "user_id": "string", "result_url": "string", "ttl_sec": "integer", "includeEmailInRedirect": "boolean",
            ], unbuilt: ["client_id", "organization_id", "identity", "new_password"])
        if purpose == .resetPassword {
            rules.optional.merge(
                ["email": "string", "connection_id": "string", "mark_email_as_verified": "boolean"]) { $1 }
        } else {
            rules.unbuilt.remove("new_password")
        }
        let body = try context.managementBody(rules)
        let user: User
        if let email = body["email"]?.string, let connection = body["connection_id"]?.string {
            let found = connections.first { $0.managedID == connection }.flatMap { self.user(email, in: $0.name) }
            guard let found else { throw .management(404, "The user does not exist.", code: "inexistent_user") }
            user = found
        } else {
            guard let id = body["user_id"]?.string else { throw .missingProperty("user_id") }
            user = try managedUser(id)
        }
        guard let address = user.record.email else {
            throw .management(400, "The user has no email address.", code: "invalid_body")
        }
        let lifetime = try BodyRules.lifetime(body) ?? Self.ticketLifetime
        let link = newTicket(purpose, for: user.id, address, lifetime: lifetime) { ticket in
            ticket.resultURL = body["result_url"]?.string
            ticket.namesAddress = body["includeEmailInRedirect"]?.boolean ?? true
            ticket.verifiesAddress = body["mark_email_as_verified"]?.boolean ?? false
        }
        return .json(.members(["ticket": link]), status: 201)
    }

    /// The users whom the query names by an identifier.
    fileprivate func usersOfIdentifier(_ context: RequestContext) throws(Refusal) -> [User] {
        let query = try context.managementQuery()
        try RequestContext.checkNames(query, ["identifier", "consider_brute_force_enablement"])
        guard let identifier = query["identifier"] else { throw .query("Missing required property: identifier") }
        return users.users(called: identifier).filter { user in
            ([user.record] + user.linked).contains { $0.isCalled(identifier) }
        }
    }

    /// The identifiers with which users cannot log in, after too many wrong passwords.
    fileprivate func blocks(_ users: [User]) -> JSONValue {
        let blocked = users.flatMap { blockedIdentifiers(of: $0) }
        return .members(["blocked_for": blocked.map { JSONValue.members(["identifier": $0]) }])
    }

    fileprivate mutating func createUser(_ context: RequestContext) throws(Refusal) -> User {
        let members = try context.managementBody()
        let patch = try UserPatch(creating: members)
        guard let connection = connection(patch.text("connection") ?? "") else { throw .noConnection }
        let (email, username, number) = (patch.text("email"), patch.text("username"), patch.text("phone_number"))
        try patch.checkUsername(in: connection)
        guard username != nil || !connection.requiresUsername else { throw .missingProperty("username") }
        guard let identifier = email ?? username ?? number else { throw .missingProperty("email") }
        if let email, !email.isAddress { throw .invalid("Object didn't pass validation for format email: \(email)") }
        for name in [email, username, number].compactMap(\.self) where owner(of: name, in: connection.name) != nil {
            throw .management(409, "The user already exists.", code: "auth0_idp_error")
        }
        let id = patch.text("user_id").map { "\(connection.provider)|\($0)" } ?? newUserID(connection.provider)
        guard !users.hasAccount(id) else { throw .management(409, "The user already exists.", code: "auth0_idp_error") }
        var record = User.Record(id: id, connection: connection.name, provider: connection.provider)
        (record.email, record.username, record.phoneNumber) = (email, username, number)
        record.profile = patch.profile(record.defaultProfile)
        (record.emailVerified, record.phoneVerified) =
            (patch.flag("email_verified") ?? false, patch.flag("phone_verified") ?? false)
        record.userMetadata = patch.merge("user_metadata", into: [:])
        record.appMetadata = patch.merge("app_metadata", into: [:])
        if connection.strategy == .database {
            guard let password = patch.text("password") else { throw .missingProperty("password") }
            guard connection.policy.accepts(password) else {
                throw .management(400, "PasswordStrengthError: Password is too weak", code: "invalid_password")
            }
            record.password = try managedHash(password)
        }
        var user = User(record: record, at: clock.now)
        user.blocked = patch.flag("blocked")
        users[id] = user
        let isSent = patch.flag("verify_email") ?? (connection.strategy == .database && !record.emailVerified)
        if isSent, email == identifier { sendAddressConfirmation(to: id, identifier) }
        return user
    }
}

extension Refusal {
    static func missingProperty(_ name: String) -> Refusal { .invalid("Missing required property: \(name)") }
}
