import ByteEncodings

extension Route {
    /// The endpoints of organizations, their members and invitations.
    static let managedOrganizations =
        organizationRecords + organizationMembers + organizationInvitations + organizationConnections + memberRoles

    private static let organizationRecords = [
        management("GET", "/organizations", "read:organizations") { context, tenant throws(Refusal) in
            let sorted = try context.sorted(tenant.organizations, by: ["name": \.name, "display_name": \.displayName])
            return try context.list(sorted, as: "organizations", also: ["sort"], \.managed)
        },
        management("POST", "/organizations", "create:organizations") { context, tenant throws(Refusal) in
            try tenant.createOrganization(context)
        },
        management("GET", "/organizations/name/{name}", "read:organizations") { context, tenant throws(Refusal) in
            .json(tenant.organizations[try tenant.managedOrganization { $0.name == context["name"] }].managed)
        },
        management("GET", "/organizations/{id}", "read:organizations") { context, tenant throws(Refusal) in
            .json(tenant.organizations[try tenant.managedOrganization(context)].managed)
        },
        management("PATCH", "/organizations/{id}", "update:organizations") { context, tenant throws(Refusal) in
            let index = try tenant.managedOrganization(context)
            var organization = tenant.organizations[index]
            try tenant.change(&organization, by: context.managementBody(BodyRules(optional: Organization.types)))
            tenant.organizations[index] = organization
            return .json(organization.managed)
        },
        change("DELETE", "/organizations/{id}", "delete:organizations") { context, tenant throws(Refusal) in
            tenant.removeOrganization(at: try tenant.managedOrganization(context))
        },
    ]

    private static let organizationMembers = [
        management("GET", "/organizations/{id}/members", "read:organization_members") {
            context, tenant throws(Refusal) in
            let organization = tenant.organizations[try tenant.managedOrganization(context)]
            let fields = try context.managementQuery()["fields"]?.split(separator: ",") ?? []
            // The service lists roles only for a caller that asks for them, and may read them.
            let hasRoles = fields.contains("roles")
            if hasRoles { try tenant.authorize(context, scope: "read:organization_member_roles") }
            let roles = tenant.roles
            return try context.list(
                tenant.users.users(with: organization.members), as: "members", also: ["fields", "include_fields"]
            ) { user in
                guard hasRoles, var members = user.asMember.dictionary else { return user.asMember }
                let own = organization.memberRoles[user.id] ?? []
                members["roles"] = .array(
                    roles.filter { own.contains($0.id) }.map { .members(["id": $0.id, "name": $0.name]) })
                return members.json
            }
        },
        change("POST", "/organizations/{id}/members", "create:organization_members") {
            context, tenant throws(Refusal) in
            let index = try tenant.managedOrganization(context)
            for id in try context.managementTexts("members") {
                tenant.organizations[index].members.insert(try tenant.managedUser(id).id)
            }
        },
        change("DELETE", "/organizations/{id}/members", "delete:organization_members") {
            context, tenant throws(Refusal) in
            let index = try tenant.managedOrganization(context)
            for id in try context.managementTexts("members") {
                tenant.organizations[index].members.remove(try tenant.managedUser(id).id)
                tenant.organizations[index].memberRoles[id] = nil
            }
        },
    ]
}

extension Organization {
    var managed: JSONValue {
        var members = Self.fields.managed(self)
        members["branding"] = branding.isEmpty ? nil : branding.json
        members["metadata"] = metadata.isEmpty ? nil : metadata.json
        return members.json
    }

    /// The members of a body that describe an organization.
    fileprivate static let types = [
        "name": "string", "display_name": "string", "branding": "object", "metadata": "object",
    ]

    /// Whether a name has 1 to 50 lowercase letters, digits, hyphens and underscores.
    fileprivate static func accepts(name: String) -> Bool {
        (1...50).contains(name.utf8.count)
            && name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains($0) }
    }
}

extension TenantState {
    fileprivate mutating func createOrganization(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        var rules = BodyRules(required: ["name": "string"], unbuilt: ["token_quota"])
        rules.optional = Organization.types.merging(["enabled_connections": "array"]) { $1 }
        let body = try context.managementBody(rules)
        var organization = Organization(id: "org_\(Secrets.hex(8))", name: "")
        try change(&organization, by: body)
        organization.displayName = body["display_name"]?.string ?? organization.name
        var enabled: [JSONValue] = []
        for element in body["enabled_connections"]?.elements ?? [] {
            enabled.append(try enable(element.dictionary ?? [:], in: &organization, at: "enabled_connections."))
        }
        organizations.append(organization)
        var answer = organization.managed.dictionary ?? [:]
        if body["enabled_connections"] != nil { answer["enabled_connections"] = .array(enabled) }
        return .json(answer.json, status: 201)
    }

    /// Sets the members that describe an organization; refuses a name that is invalid or taken.
    fileprivate func change(_ organization: inout Organization, by body: [String: JSONValue]) throws(Refusal) {
        if let name = body["name"]?.string {
            guard Organization.accepts(name: name) else {
                throw .invalid("Object didn't pass validation for format organization-name: \(name)")
            }
            guard !organizations.contains(where: { $0.name == name && $0.id != organization.id }) else {
                throw .management(
                    409, "An organization with the same name already exists.", code: "organization_conflict")
            }
            organization.name = name
        }
        if let metadata = body["metadata"]?.dictionary {
            try BodyRules(optional: metadata.mapValues { _ in "string" }).check(metadata, at: "metadata.")
            organization.metadata = metadata
        }
        if let branding = body["branding"]?.dictionary {
            try BodyRules(optional: ["logo_url": "string", "colors": "object"]).check(branding, at: "branding.")
            let colors = BodyRules(required: ["primary": "string", "page_background": "string"])
            if let members = branding["colors"]?.dictionary { try colors.check(members, at: "branding.colors.") }
            organization.branding = branding
        }
        organization.displayName = body["display_name"]?.string ?? organization.displayName
    }

    func managedOrganization(_ context: RequestContext) throws(Refusal) -> Int {
        try managedOrganization { $0.id == context["id"] }
    }

    /// Finds the position of an organization.
    fileprivate func managedOrganization(_ isMeant: (Organization) -> Bool) throws(Refusal) -> Int {
        guard let index = organizations.firstIndex(where: isMeant) else {
            throw .management(404, "No organization found by that id or name", code: "inexistent_organization")
        }
        return index
    }
}
