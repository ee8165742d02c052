import ByteEncodings
import FoundationEssentials

extension ControlRoutes {
    static let invitations: [ControlRoute] = [
        ControlRoute(
            method: "GET", path: "/_emulator/invitations", summary: "Lists the open invitations to organizations.",
            success: .json("The invitations.", ControlSchemas.list(of: "Invitation"))
        ) { _, core throws(Refusal) in
            .array(core.withState { $0.openInvitations } ?? [])
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
        .change(
            "DELETE", "/_emulator/invitations/{ticket}", "Withdraws an invitation.", done: "The link is invalid.",
            refusals: [404: "There is no such invitation."]
        ) { request, core throws(Refusal) in
            let isRemoved = core.withState {
                $0.sessions.invitations.removeValue(forKey: request.text("ticket")) != nil
            }
            guard isRemoved == true else { throw .notFound("invitation \(request.text("ticket"))") }
        },
    ]

    @Sendable private static func invite(
        _ request: ControlRequest, _ core: TenantCore
    ) throws(Refusal) -> JSONValue? {
        guard let email = request["email"]?.string, email.isAddress else {
            throw .invalidRequest("Parameter 'email' must be an e-mail address")
        }
        let name = request.text("organization")
        return try core.withState { tenant throws(Refusal) in
            let id = request["client_id"]?.string
            let client = id.map(tenant.client) ?? tenant.clientOfInvitations
            let invited = tenant.invite(
                email, to: name, client, loginURL: request["login_url"]?.string,
                lifetime: request["lifetime"]?.integer ?? Invitation.lifetime)
            guard let (ticket, invitation) = invited else {
                let isKnown = tenant.organization(name) != nil
                throw Refusal.notFound(isKnown ? "client \(id ?? "that allows organizations")" : "organization \(name)")
            }
            return invitation.json(ticket)
        } ?? .null
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
