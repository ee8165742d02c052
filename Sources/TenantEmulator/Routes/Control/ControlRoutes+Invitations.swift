import ByteEncodings
import FoundationEssentials

extension ControlRoutes {
    /// The routes of invitations to organizations.
    static let invitations = [
        ControlRoute(
            method: "GET", path: "/_emulator/invitations", summary: "Lists the open invitations to organizations.",
            success: .json("The invitations.", ControlSchemas.list(ControlSchemas.reference("Invitation")))
        ) { _, core throws(Refusal) in
            .json(.array(core.withState { $0.openInvitations } ?? []))
        },
        ControlRoute(
            method: "POST", path: "/_emulator/invitations",
            summary: "Invites a person to an organization; the link is in the answer and in the inbox.",
            body: [
                .text("email", "The address that can accept the invitation.", isRequired: true),
                .text("organization", "The ID or name of the organization.", isRequired: true),
                .text(
                    "client_id", "The client to log in with; the first public one that allows organizations without it."
                ),
                .text(
                    "login_url",
                    "The URL at which the application accepts invitations; initiate_login_uri or a callback without it."
                ),
                ControlField(
                    "lifetime", .integer(1...Invitation.longestLifetime),
                    "The lifetime in seconds; seven days without it."),
            ],
            success: .json("The invitation.", ControlSchemas.reference("Invitation"), status: 201),
            refusals: [404: "There is no such organization or client."], action: invite),
        ControlRoute(
            method: "DELETE", path: "/_emulator/invitations/{ticket}", summary: "Withdraws an invitation.",
            success: .empty("The link is invalid."), refusals: [404: "There is no such invitation."]
        ) { context, core throws(Refusal) in
            let isRemoved = core.withState { $0.sessions.invitations.removeValue(forKey: context["ticket"]) != nil }
            guard isRemoved == true else { throw .notFound("invitation \(context["ticket"])") }
            return HTTPResponse(204)
        },
    ]

    @Sendable private static func invite(
        _ context: RequestContext, _ core: TenantCore
    ) throws(Refusal) -> HTTPResponse {
        let members = try context.controlBody()
        guard let email = members["email"]?.string, email.isAddress else {
            throw .oauth(400, "invalid_request", "Parameter 'email' must be an e-mail address")
        }
        let name = members["organization"]?.string ?? ""
        let json = try core.withState { tenant throws(Refusal) in
            let id = members["client_id"]?.string
            let client = id.map(tenant.client) ?? tenant.clientOfInvitations
            let invited = tenant.invite(
                email, to: name, client, loginURL: members["login_url"]?.string,
                lifetime: members["lifetime"]?.integer ?? Invitation.lifetime)
            guard let ticket = invited?.ticket, let invitation = tenant.sessions.invitations[ticket] else {
                let isKnown = tenant.organization(name) != nil
                throw Refusal.notFound(isKnown ? "client \(id ?? "that allows organizations")" : "organization \(name)")
            }
            return invitation.json(ticket)
        }
        return .json(json ?? .null, status: 201)
    }
}

extension TenantState {
    /// The invitations that were not accepted and have not expired, by address.
    fileprivate var openInvitations: [JSONValue] {
        sessions.invitations.filter { now < $0.value.expiresAt }
            .sorted { ($0.value.address, $0.key) < ($1.value.address, $1.key) }
            .map { $0.value.json($0.key) }
    }
}

extension Invitation {
    fileprivate func json(_ ticket: String) -> JSONValue {
        .members([
            "ticket": ticket, "email": address, "organization": organization, "client_id": clientID, "link": link,
            "expires_at": Date(timeIntervalSince1970: Double(expiresAt)).timestamp,
        ])
    }
}
