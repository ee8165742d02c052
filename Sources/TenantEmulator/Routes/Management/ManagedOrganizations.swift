import ByteEncodings

extension Route {
    /// The endpoints of organizations, their members and invitations.
    static let managedOrganizations =
        organizationRecords + organizationMembers + organizationInvitations + organizationConnections + memberRoles

    private static let organizationRecords = [
        management("GET", "/organizations", "read:organizations") { context, tenant throws(Refusal) in
            try context.list(tenant.organizations, as: "organizations", \.managed)
        },
        management("POST", "/organizations", "create:organizations") { context, tenant throws(Refusal) in
            let body = try context.managementBody()
            guard let name = body["name"]?.string, !name.isEmpty, name == name.lowercased() else {
                throw .missingProperty("name")
            }
            guard tenant.organization(name) == nil else {
                throw .management(409, "An organization with the same name already exists.")
            }
            let organization = Organization(
                id: "org_\(Secrets.hex(8))", name: name, displayName: body["display_name"]?.string)
            tenant.organizations.append(organization)
            return .json(organization.managed, status: 201)
        },
        management("GET", "/organizations/name/{name}", "read:organizations") { context, tenant throws(Refusal) in
            .json(tenant.organizations[try tenant.managedOrganization { $0.name == context["name"] }].managed)
        },
        management("GET", "/organizations/{id}", "read:organizations") { context, tenant throws(Refusal) in
            .json(tenant.organizations[try tenant.managedOrganization(context)].managed)
        },
        management("PATCH", "/organizations/{id}", "update:organizations") { context, tenant throws(Refusal) in
            let (index, body) = (try tenant.managedOrganization(context), try context.managementBody())
            let organization = tenant.organizations[index]
            tenant.organizations[index].name = body["name"]?.string?.lowercased() ?? organization.name
            tenant.organizations[index].displayName = body["display_name"]?.string ?? organization.displayName
            return .json(tenant.organizations[index].managed)
        },
        management("DELETE", "/organizations/{id}", "delete:organizations") { context, tenant throws(Refusal) in
            tenant.organizations.remove(at: try tenant.managedOrganization(context))
            return HTTPResponse(204)
        },
    ]

    private static let organizationMembers = [
        management("GET", "/organizations/{id}/members", "read:organizations") { context, tenant throws(Refusal) in
            let organization = tenant.organizations[try tenant.managedOrganization(context)]
            let members = tenant.users.values.filter { organization.has($0) }.map(\.id)
            return try context.list(
                tenant.members(members), as: "members", also: ["fields", "include_fields"])
        },
        management("POST", "/organizations/{id}/members", "update:organizations") { context, tenant throws(Refusal) in
            let index = try tenant.managedOrganization(context)
            for id in try context.managementTexts("members") {
                tenant.organizations[index].members.insert(try tenant.managedUser(id).id)
            }
            return HTTPResponse(204)
        },
        management("DELETE", "/organizations/{id}/members", "update:organizations") {
            context, tenant throws(Refusal) in
            let index = try tenant.managedOrganization(context)
            for id in try context.managementTexts("members") {
                let record = try tenant.managedUser(id).record
                tenant.organizations[index].members = tenant.organizations[index].members.filter { member in
                    member != id && !record.isCalled(member)
                }
                tenant.organizations[index].memberRoles[id] = nil
            }
            return HTTPResponse(204)
        },
    ]
}

extension Organization {
    /// The organization in the form of the Management API.
    var managed: JSONValue { .members(["id": id, "name": name, "display_name": displayName]) }
}

extension TenantState {
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
