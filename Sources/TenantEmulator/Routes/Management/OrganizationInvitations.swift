import ByteEncodings
import FoundationEssentials

extension Route {
    static let organizationInvitations = [
        management("GET", "/organizations/{id}/invitations", "read:organization_invitations") {
            context, tenant throws(Refusal) in
            let id = tenant.organizations[try tenant.managedOrganization(context)].id
            let open = tenant.sessions.invitations.filter { $0.value.organization == id }
            let sorted = try context.sorted(
                open.sorted { $0.value.address < $1.value.address },
                by: ["created_at": { $0.value.createdAt }, "expires_at": { $0.value.expiresAt }])
            return try context.list(sorted, as: "invitations", also: ["fields", "include_fields", "sort"]) {
                $0.value.managed($0.key)
            }
        },
        management("POST", "/organizations/{id}/invitations", "create:organization_invitations") {
            context, tenant throws(Refusal) in
            try tenant.inviteMember(context)
        },
        management("GET", "/organizations/{id}/invitations/{invitation}", "read:organization_invitations") {
            context, tenant throws(Refusal) in
            let ticket = try tenant.managedInvitation(context)
            return .json(tenant.sessions.invitations[ticket]?.managed(ticket) ?? .null)
        },
        change("DELETE", "/organizations/{id}/invitations/{invitation}", "delete:organization_invitations") {
            context, tenant throws(Refusal) in
            tenant.sessions.invitations[try tenant.managedInvitation(context)] = nil
        },
    ]
}

extension Invitation {
    fileprivate static func managedID(_ ticket: String) -> String { "uinv_\(ticket.prefix(16))" }

    fileprivate func managed(_ ticket: String) -> JSONValue {
        .members([
            "id": Self.managedID(ticket), "organization_id": organization, "client_id": clientID, "ticket_id": ticket,
            "invitation_url": link, "invitee": JSONValue.members(["email": address]),
            "inviter": inviter.map { JSONValue.members(["name": $0]) }, "roles": roles.isEmpty ? nil : roles.json,
            "app_metadata": appMetadata.isEmpty ? nil : appMetadata.json,
            "user_metadata": userMetadata.isEmpty ? nil : userMetadata.json,
            "created_at": Date(timeIntervalSince1970: Double(createdAt)).timestamp,
            "expires_at": Date(timeIntervalSince1970: Double(expiresAt)).timestamp,
        ])
    }
}

extension TenantState {
    fileprivate func managedInvitation(_ context: RequestContext) throws(Refusal) -> String {
        let organization = organizations[try managedOrganization(context)]
        let ticket = sessions.invitations.first { ticket, invitation in
            invitation.organization == organization.id && Invitation.managedID(ticket) == context["invitation"]
        }?.key
        guard let ticket else {
            throw .management(404, "The invitation does not exist.", code: "inexistent_invitation")
        }
        return ticket
    }

    fileprivate mutating func inviteMember(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let organization = organizations[try managedOrganization(context)]
        let body = try context.managementBody(
            BodyRules(
                required: ["inviter": "object", "invitee": "object", "client_id": "string"],
                optional: [
                    "ttl_sec": "integer", "send_invitation_email": "boolean", "roles": "array",
                    "app_metadata": "object", "user_metadata": "object",
                ], unbuilt: ["connection_id", "identity_provider"]))
        for (name, member) in [("inviter", "name"), ("invitee", "email")] {
            try BodyRules(required: [member: "string"]).check(body[name]?.dictionary ?? [:], at: name + ".")
        }
        guard let address = body["invitee"]?["email"]?.string, address.isAddress else {
            throw .invalid("Object didn't pass validation for format email")
        }
        let client = try managedClient(body["client_id"]?.string ?? "")
        let roles = body["roles"]?.texts ?? []
        for id in roles { _ = try role(id) }
        let lifetime = try BodyRules.lifetime(body) ?? Invitation.lifetime
        let (ticket, invitation) = newInvitation(
            to: organization, address, client, loginURL: invitationPage(of: client),
            lifetime: lifetime, isSent: body["send_invitation_email"]?.boolean ?? true
        ) { invitation in
            (invitation.inviter, invitation.roles) = (body["inviter"]?["name"]?.string, roles)
            invitation.appMetadata = body["app_metadata"]?.dictionary ?? [:]
            invitation.userMetadata = body["user_metadata"]?.dictionary ?? [:]
        }
        return .json(invitation.managed(ticket), status: 201)
    }
}
