import ByteEncodings

extension Route {
    /// The endpoints of the connections whose users may log in to an organization.
    ///
    /// - SeeAlso: [Enable Organization Connections](https://auth0.com/docs/organizations/configure/enable-connections)
    static let organizationConnections = [
        management("GET", "/organizations/{id}/enabled_connections", "read:organization_connections") {
            context, tenant throws(Refusal) in
            let organization = tenant.organizations[try tenant.managedOrganization(context)]
            let enabled = tenant.connections.filter { organization.connections.contains($0.name) }
            return try context.list(enabled, as: "enabled_connections") { $0.enabled(in: organization) }
        },
        management("POST", "/organizations/{id}/enabled_connections", "create:organization_connections") {
            context, tenant throws(Refusal) in
            let index = try tenant.managedOrganization(context)
            var organization = tenant.organizations[index]
            let enabled = try tenant.enable(context.managementBody(), in: &organization)
            tenant.organizations[index] = organization
            return .json(enabled, status: 201)
        },
        management("GET", "/organizations/{id}/enabled_connections/{connection}", "read:organization_connections") {
            context, tenant throws(Refusal) in
            let (index, connection) = try tenant.enabledConnection(context)
            return .json(connection.enabled(in: tenant.organizations[index]))
        },
        management("PATCH", "/organizations/{id}/enabled_connections/{connection}", "update:organization_connections") {
            context, tenant throws(Refusal) in
            let (index, connection) = try tenant.enabledConnection(context)
            let rules = BodyRules(
                optional: ["assign_membership_on_login": "boolean"], unbuilt: Self.unbuiltConnectionMembers)
            tenant.organizations[index].takeMembership(try context.managementBody(rules))
            return .json(connection.enabled(in: tenant.organizations[index]))
        },
        change("DELETE", "/organizations/{id}/enabled_connections/{connection}", "delete:organization_connections") {
            context, tenant throws(Refusal) in
            let (index, connection) = try tenant.enabledConnection(context)
            tenant.organizations[index].connections.removeAll { $0 == connection.name }
        },
    ]

    /// The members of the service for enterprise connections and for the pages of one organization.
    fileprivate static let unbuiltConnectionMembers: Set = [
        "show_as_button", "is_signup_enabled", "organization_connection_name", "organization_access_level",
    ]

    /// The endpoints of the roles that members have in an organization.
    ///
    /// - SeeAlso: [Assign user roles to an Organization
    ///   member](https://auth0.com/docs/api/management/v2/organizations/post-organization-member-roles)
    static let memberRoles = [
        management("GET", "/organizations/{id}/members/{user}/roles", "read:organization_member_roles") {
            context, tenant throws(Refusal) in
            let (index, user) = try tenant.managedMember(context)
            let own = tenant.organizations[index].memberRoles[user] ?? []
            return try context.list(tenant.roles.filter { own.contains($0.id) }, as: "roles", \.managed)
        },
        change("POST", "/organizations/{id}/members/{user}/roles", "create:organization_member_roles") {
            context, tenant throws(Refusal) in
            let (index, user) = try tenant.managedMember(context)
            for id in try context.managementTexts("roles") {
                let role = tenant.roles[try tenant.role(id)].id
                tenant.organizations[index].memberRoles[user, default: []].insert(role)
            }
        },
        change("DELETE", "/organizations/{id}/members/{user}/roles", "delete:organization_member_roles") {
            context, tenant throws(Refusal) in
            let (index, user) = try tenant.managedMember(context)
            for id in try context.managementTexts("roles") {
                tenant.organizations[index].memberRoles[user]?.remove(id)
            }
        },
    ]
}

extension Connection {
    fileprivate func enabled(in organization: Organization) -> JSONValue {
        .members([
            "connection_id": managedID, "assign_membership_on_login": organization.assignsMembershipOnLogin,
            "connection": JSONValue.members(["name": name, "strategy": strategy.kind.rawValue]),
        ])
    }
}

extension Organization {
    /// Reads whether a login makes a user a member; a seed has one such setting for all connections.
    fileprivate mutating func takeMembership(_ body: [String: JSONValue]) {
        assignsMembershipOnLogin = body["assign_membership_on_login"]?.boolean ?? assignsMembershipOnLogin
    }
}

extension TenantState {
    /// Enables a connection for an organization, and returns it in the form of the Management API.
    func enable(
        _ body: [String: JSONValue], in organization: inout Organization, at prefix: String = ""
    ) throws(Refusal) -> JSONValue {
        try BodyRules(
            required: ["connection_id": "string"], optional: ["assign_membership_on_login": "boolean"],
            unbuilt: Route.unbuiltConnectionMembers
        ).check(body, at: prefix)
        guard let connection = connections.first(where: { $0.managedID == body["connection_id"]?.string }) else {
            throw .management(400, "The connection does not exist", code: "inexistent_connection")
        }
        guard !organization.connections.contains(connection.name) else {
            throw .management(409, "The connection is already enabled.", code: "connection_already_enabled")
        }
        organization.connections.append(connection.name)
        organization.takeMembership(body)
        return connection.enabled(in: organization)
    }

    fileprivate func enabledConnection(_ context: RequestContext) throws(Refusal) -> (Int, Connection) {
        let index = try managedOrganization(context)
        let connection = connections.first { connection in
            connection.managedID == context["connection"] && organizations[index].connections.contains(connection.name)
        }
        guard let connection else {
            throw .management(404, "The connection is not enabled.", code: "inexistent_connection")
        }
        return (index, connection)
    }

    fileprivate func managedMember(_ context: RequestContext) throws(Refusal) -> (Int, String) {
        let (index, user) = (try managedOrganization(context), try managedUser(context["user"]))
        guard organizations[index].has(user) else {
            throw .management(404, "The user is not a member of the organization.", code: "inexistent_member")
        }
        return (index, user.id)
    }
}
