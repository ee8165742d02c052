/// Somebody who is logged in, in one browser.
struct BrowserSession: Sendable {
    /// The `sid` of the tokens that come of it.
    let id: String
    let userID: String
    /// The connection the user logged in to.
    let connection: String
    /// When the user proved who they are.
    let authenticatedAt: Int
    /// The ways they did it, beside a password.
    let methods: [String]
    let expiresAt: Int
    /// The clients that got tokens of it.
    var clients: Set<String> = []
}

/// The browsers a tenant knows.
struct BrowserSessions: Sendable {
    /// Who is logged in, by the cookie `auth0`.
    var active: [String: BrowserSession] = [:]
    /// The logins under way, by the parameter `state` of their pages.
    var logins: [String: BrowserLogin] = [:]
    /// What was asked for by back channel, by `request_uri`.
    var pushed: [String: PushedRequest] = [:]
    /// What users agreed to: the scopes, by user, client and API.
    var consents: [String: Set<String>] = [:]
    /// The logins that an application may carry into a browser, by token.
    var transfers: [String: SessionTransfer] = [:]
    /// Who is logged in at which other provider, by the cookie `did`: connection to address.
    var upstream: [String: [String: String]] = [:]
    /// The invitations that were not accepted yet, by ticket.
    var invitations: [String: Invitation] = [:]
}

/// An invitation to an organization.
struct Invitation: Sendable {
    let organization: String
    let address: String
    let clientID: String
    let expiresAt: Int
}

/// A login that an application may carry into a browser, once.
struct SessionTransfer: Sendable {
    let userID: String
    let authenticatedAt: Int
    let methods: [String]
    let expiresAt: Int
}

/// An authorization request that a client handed over itself.
///
/// - SeeAlso: [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126)
struct PushedRequest: Sendable {
    let clientID: String
    let fields: [String: String]
    let expiresAt: Int
}

extension TenantState {
    private static let sessionLifetime = 604_800

    /// The session of the browser that sends a call; `nil` when it has none that is good.
    func session(of context: RequestContext) -> (cookie: String, session: BrowserSession)? {
        guard let cookie = context.cookie(cookies.session), let session = sessions.active[cookie],
            now < session.expiresAt, let user = users[session.userID], !user.isBlocked
        else { return nil }
        return (cookie, session)
    }

    /// Begins a session in place of the browser's old one.
    ///
    /// - Returns: The cookie, which is never the old one: nobody can plant it before the login.
    mutating func beginSession(_ proof: LoginProof, replacing old: String?) -> (cookie: String, session: BrowserSession)
    {
        if let old { sessions.active[old] = nil }
        let cookie = Secrets.token(32)
        let session = BrowserSession(
            id: Secrets.token(24), userID: proof.userID, connection: proof.connection,
            authenticatedAt: proof.authenticatedAt, methods: proof.methods,
            expiresAt: now + (configuration.sessionLifetime ?? Self.sessionLifetime))
        sessions.active[cookie] = session
        return (cookie, session)
    }
}
