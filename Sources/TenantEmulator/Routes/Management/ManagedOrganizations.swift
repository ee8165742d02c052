import ByteEncodings

extension Route {
    /// The endpoints of organizations, their members and invitations.
    static let managedOrganizations = organizationRecords + organizationMembers

    private static let organizationRecords = [
        management("GET", "/organizations", "read:organizations") { context, tenant throws(Refusal) in
            try context.list(tenant.organizations.map(\.managed), as: "organizations")
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
        management("GET", "/organizations/{id}/enabled_connections", "read:organizations") {
            context, tenant throws(Refusal) in
            let organization = tenant.organizations[try tenant.managedOrganization(context)]
            let enabled = tenant.connections.filter { organization.connections.contains($0.name) }
            let items = enabled.map { connection in
                JSONValue.members([
                    "connection_id": connection.managedID,
                    "assign_membership_on_login": organization.assignsMembershipOnLogin,
                    "connection": JSONValue.members([
                        "name": connection.name, "strategy": connection.strategy.kind.rawValue,
                    ]),
                ])
            }
            return try context.list(items, as: "enabled_connections")
        },
    ]

    private static let organizationMembers = [
        management("GET", "/organizations/{id}/members", "read:organizations") { context, tenant throws(Refusal) in
            let organization = tenant.organizations[try tenant.managedOrganization(context)]
            let members = tenant.users.values.filter { organization.has($0) }.map(\.id)
            return try context.list(tenant.members(members), as: "members")
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
            }
            return HTTPResponse(204)
        },
        management("GET", "/organizations/{id}/invitations", "read:organizations") { context, tenant throws(Refusal) in
            let id = tenant.organizations[try tenant.managedOrganization(context)].id
            let open = tenant.sessions.invitations.filter { $0.value.organization == id }
            let items = open.sorted { $0.value.address < $1.value.address }.map { $0.value.managed($0.key) }
            return try context.list(items, as: "invitations")
        },
        management("POST", "/organizations/{id}/invitations", "update:organizations") {
            context, tenant throws(Refusal) in
            try tenant.inviteMember(context)
        },
        management("DELETE", "/organizations/{id}/invitations/{invitation}", "update:organizations") {
            context, tenant throws(Refusal) in
            _ = try tenant.managedOrganization(context)
            tenant.sessions.invitations = tenant.sessions.invitations.filter {
                Invitation.managedID($0.key) != context["invitation"]
            }
            return HTTPResponse(204)
        },
    ]
}

extension Organization {
    /// The organization in the form of the Management API.
    var managed: JSONValue { .members(["id": id, "name": name, "display_name": displayName]) }
}

extension Invitation {
    fileprivate static func managedID(_ ticket: String) -> String { "uinv_\(ticket.prefix(16))" }

    fileprivate func managed(_ ticket: String) -> JSONValue {
        .members([
            "id": Self.managedID(ticket), "organization_id": organization, "client_id": clientID, "ticket_id": ticket,
            "invitee": JSONValue.members(["email": address]),
        ])
    }
}

extension TenantState {
    fileprivate func managedOrganization(_ context: RequestContext) throws(Refusal) -> Int {
        try managedOrganization { $0.id == context["id"] }
    }

    /// Finds the position of an organization.
    fileprivate func managedOrganization(_ isMeant: (Organization) -> Bool) throws(Refusal) -> Int {
        guard let index = organizations.firstIndex(where: isMeant) else {
            throw .management(404, "No organization found by that id or name", code: "inexistent_organization")
        }
        return index
    }

    fileprivate mutating func inviteMember(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let (organization, body) = (organizations[try managedOrganization(context)], try context.managementBody())
        guard let address = body["invitee"]?["email"]?.string, address.isAddress else {
            throw .missingProperty("invitee")
        }
        guard let client = body["client_id"]?.string.flatMap(client) else { throw .missingProperty("client_id") }
        let lifetime = body["ttl_sec"]?.integer ?? 0
        let isSent = body["send_invitation_email"]?.boolean ?? true
        // The service sends the invited person to the login URI of the application; a seed has its redirect URIs.
        let page = client.callbacks.first { $0.hasPrefix("http") } ?? client.callbacks.first ?? domain
        let (ticket, link) = newInvitation(
            to: organization, address, client, loginURL: page,
            lifetime: lifetime > 0 ? lifetime : Invitation.lifetime, isSent: isSent)
        guard case .object(let members)? = sessions.invitations[ticket]?.managed(ticket) else {
            throw .management(500, "No invitation")
        }
        return .json(.object(members + [JSONValue.Member(name: "invitation_url", value: .string(link))]))
    }
}
