import ByteEncodings

/// The session of a user in one browser.
struct BrowserSession: Sendable, Expiring {
    /// The `sid` claim of the session's tokens.
    let id: String
    let userID: String
    /// The connection that the user logged in with.
    let connection: String
    /// The time of the login, in seconds since 1970.
    let authenticatedAt: Int
    /// The authentication methods in addition to a password.
    let methods: [String]
    let expiresAt: Int
    /// The clients that received tokens from this session.
    var clients: Set<String> = []
}

/// The browser sessions of a tenant, and the logins in progress.
struct BrowserSessions: Sendable {
    /// The sessions, by the `auth0` cookie.
    var active: [String: BrowserSession] = [:]
    /// The logins in progress, by the `state` parameter of their pages.
    var logins: [String: BrowserLogin] = [:]
    /// The pushed authorization requests, by `request_uri`.
    var pushed: [String: PushedRequest] = [:]
    /// The scopes that users consented to.
    var consents: [UserAtClient: Set<String>] = [:]
    /// The session transfers, by token.
    var transfers: [String: SessionTransfer] = [:]
    /// The e-mail addresses of the sessions at upstream providers, by the `did` cookie and connection.
    var upstream: [String: [String: String]] = [:]
    /// The tickets in the links of mails.
    var tickets: [String: Ticket] = [:]
    /// The open invitations, by ticket.
    var invitations: [String: Invitation] = [:]
}

/// A user at a client and, for a consent, the API.
struct UserAtClient: Sendable, Hashable {
    let userID: String
    let clientID: String
    /// The audience; empty if there is none.
    var audience = ""

    /// The parts in percent-encoding, separated by spaces: the form of a state file.
    var text: String {
        [userID, clientID, audience].map { PercentEncoding.encode($0, allowing: "|:/@") }.joined(separator: " ")
    }
}

extension UserAtClient {
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            .map { try? PercentEncoding.decode(String($0)) }
        guard parts.count == 3, let user = parts[0], let client = parts[1], let audience = parts[2] else { return nil }
        self.init(userID: user, clientID: client, audience: audience)
    }
}

/// An invitation to an organization.
struct Invitation: Sendable, Expiring {
    let organization: String
    let address: String
    let clientID: String
    /// The link that accepts the invitation.
    let link: String
    let createdAt: Int
    let expiresAt: Int
    /// The name of the person who invites; `nil` for an invitation that a test or the inspector made.
    var inviter: String?
    /// The IDs of the roles that the person gets in the organization.
    var roles: [String] = []
    /// The metadata that the person gets by accepting the invitation.
    var appMetadata: [String: JSONValue] = [:]
    var userMetadata: [String: JSONValue] = [:]
}

/// A login that an application can transfer into a browser once.
struct SessionTransfer: Sendable, Expiring {
    let userID: String
    let authenticatedAt: Int
    let methods: [String]
    let expiresAt: Int
}

/// A pushed authorization request ([RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)).
struct PushedRequest: Sendable, Expiring {
    let clientID: String
    let fields: [String: String]
    let expiresAt: Int
}

extension TenantState {
    private static let sessionLifetime = Duration.seconds(604_800)

    /// Finds the session of the browser that sends a request; `nil` if it has no valid session.
    func session(of context: RequestContext) -> (cookie: String, session: BrowserSession)? {
        guard let cookie = context.cookie(cookies.session), let session = sessions.active[cookie],
            now < session.expiresAt, let user = users[session.userID], !user.isBlocked
        else { return nil }
        return (cookie, session)
    }

    /// Begins a session in place of the browser's old one, always with a new cookie, so that an attacker cannot plant
    /// it before the login.
    mutating func beginSession(_ proof: LoginProof, replacing old: String?) -> (cookie: String, session: BrowserSession)
    {
        if let old { sessions.active[old] = nil }
        let cookie = Secrets.token(32)
        let session = BrowserSession(
            id: tokens.newID(24, of: proof.userID), userID: proof.userID, connection: proof.connection,
            authenticatedAt: proof.authenticatedAt, methods: proof.methods,
            expiresAt: now + (configuration.sessionLifetime ?? Self.sessionLifetime).wholeSeconds)
        sessions.active.store(session, as: cookie, at: now)
        return (cookie, session)
    }
}
