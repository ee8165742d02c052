/// The right to do one thing for a user, which the link of a mail contains.
struct Ticket: Sendable {
    /// The action of a ticket, whose raw value is the path of its page.
    enum Purpose: String, Sendable {
        case verifyAddress = "/u/email-verification"
        case resetPassword = "/u/reset-verify"
        case unblock = "/u/unblock"
    }

    let purpose: Purpose
    let userID: String
    /// The e-mail address that the ticket was sent to.
    let address: String
    /// The URL of the application to which the browser is redirected in the end; `nil` for a page of the tenant.
    var resultURL: String?
    let expiresAt: Int
}

extension TenantState {
    /// The lifetime of tickets, as for Auth0, in seconds: 5 days.
    static let ticketLifetime = 432_000
    private static let maximumTickets = 1000

    /// Creates a ticket, and returns the link that redeems it.
    mutating func newTicket(
        _ purpose: Ticket.Purpose, for userID: String, _ address: String, resultURL: String? = nil,
        lifetime: Int = ticketLifetime
    ) -> String {
        if sessions.tickets.count >= Self.maximumTickets {
            sessions.tickets = sessions.tickets.filter { now < $0.value.expiresAt }
        }
        let id = Secrets.token(24)
        sessions.tickets[id] = Ticket(
            purpose: purpose, userID: userID, address: address, resultURL: resultURL, expiresAt: now + lifetime)
        return "\(domain)\(purpose.rawValue)?ticket=\(id)"
    }

    /// Finds a valid ticket; `nil` also for one whose user is gone or has another address by now.
    func ticket(_ id: String?, for purpose: Ticket.Purpose) -> Ticket? {
        guard let ticket = id.flatMap({ sessions.tickets[$0] }), ticket.purpose == purpose, now < ticket.expiresAt,
            users[ticket.userID]?.record.isCalled(ticket.address) == true
        else { return nil }
        return ticket
    }
}
