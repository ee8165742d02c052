/// An authorization for one action on behalf of a user, contained in the link of a mail.
struct Ticket: Sendable, Expiring {
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
    /// Whether the redirect names the address.
    var namesAddress = true
    /// Whether a new password also proves that the address is the user's.
    var verifiesAddress = true
    let expiresAt: Int
}

extension TenantState {
    /// The lifetime of tickets, as for Auth0, in seconds: 5 days.
    static let ticketLifetime = 432_000

    /// Creates a ticket, and returns the link that redeems it.
    mutating func newTicket(
        _ purpose: Ticket.Purpose, for userID: String, _ address: String, lifetime: Int = ticketLifetime,
        _ complete: (inout Ticket) -> Void = { _ in }
    ) -> String {
        let id = Secrets.token(24)
        var ticket = Ticket(purpose: purpose, userID: userID, address: address, expiresAt: now + lifetime)
        complete(&ticket)
        sessions.tickets.store(ticket, as: id, at: now)
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
