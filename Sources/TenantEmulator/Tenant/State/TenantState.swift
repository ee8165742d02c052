import ByteEncodings
import FoundationEssentials
import OpenSSLCryptography

/// The complete state of a tenant; values of a single request belong to ``RequestContext``.
struct TenantState: Sendable {
    let origin: Origin
    let domain: String
    let configuration: TenantConfiguration
    let clock: TenantClock
    let cookies: CookieNames
    /// The secret that tokens of forms outside of a login are derived from.
    let formSecret = Secrets.token(32)

    // The set-up, from the seed.
    var clients: [Client] = []
    var clientChanges = ClientChanges()
    /// The dynamic registrations, by client ID.
    var registrations: [String: Registration] = [:]
    var connections: [Connection]
    var organizations: [Organization]
    let apis: [API]
    var roles: [Role]
    let defaultDirectory: String?
    let defaultAudience: String?
    let factors: [String]
    var accessTokenClaims: CustomClaims
    var idTokenClaims: CustomClaims

    // The users, and the logins in progress.
    var users = UserDirectory()
    /// The number of consecutive failed password logins, by connection and user name.
    var failedLogins: [String: Int] = [:]
    var sessions = BrowserSessions()
    var codes = IssuedCodes()
    var secondFactors = SecondFactorState()
    var passkeys = PasskeyState()
    /// The device logins, by device code.
    var deviceLogins: [String: DeviceLogin] = [:]

    // The keys and tokens.
    var keys: SigningKeys
    let opaqueTokens: OpaqueTokens
    var tokens = TokenState()
    var possession = ProofOfPossession()

    /// Whether a reset or a snapshot has replaced the state, so that the state file is written as a whole.
    var isReplaced = false
    /// The logout tokens that are sent when the state is released.
    var notifications: [LogoutNotification] = []

    // Observations for tests and the inspector.
    var inbox: [InboxMessage] = []
    var log: [LogEvent] = []
    var counters = TenantCounters()
    var rateLimit = RateLimit()
    /// The number of the last request to a tenant of ReachFive, for the identifiers of its errors.
    var answeredRequests = 0

    var issuer: String { configuration.service.issuer(of: domain) }
    var userInfoAudience: String { domain + "/userinfo" }
    /// The tenant's time in seconds since 1970.
    var now: Int { clock.seconds }

    /// Creates the state that the configuration's seed describes, for a tenant at `origin`.
    init(origin: Origin, configuration: TenantConfiguration, clock: TenantClock) throws(EmulatorError) {
        let seed = configuration.seed
        try seed.validate(domain: origin.text)
        (self.origin, self.configuration, self.clock) = (origin, configuration, clock)
        domain = origin.text
        cookies = CookieNames(origin)
        (connections, organizations) = (seed.connections, seed.organizations)
        apis =
            seed.apis.map { api in
                var api = api
                api.audience = Self.audience(api.audience, domain: origin.text)
                return api
            } + [.management(domain: domain), .myAccount(domain: domain)]
        defaultDirectory = seed.defaultDirectory
        defaultAudience = seed.defaultAudience.map { Self.audience($0, domain: origin.text) }
        factors = seed.factors
        let keyFile = configuration.signingKeyFile ?? configuration.stateFile.map { $0 + ".key" }
        keys = try SigningKeys(configuration.signingAlgorithm, name: domain, file: keyFile)
        opaqueTokens = try OpaqueTokens(
            issuer: configuration.service.issuer(of: origin.text),
            seed: keyFile.flatMap { (try? PrivateFile.contents(of: $0)) ?? nil })
        accessTokenClaims = try CustomClaims(seed.accessTokenClaims, "access_token_claims")
        idTokenClaims = try CustomClaims(seed.idTokenClaims, "id_token_claims")
        possession.requiresNonce = configuration.requiresDPoPNonce
        roles = try seed.roles.enumerated().map { index, role throws(EmulatorError) in
            Role(
                id: role.id ?? "rol_\(Secrets.hex(8))", name: role.name, description: role.description,
                permissions: try Self.byAudience(
                    role.permissions, domain: origin.text, at: .seed["roles"][index]["permissions"]))
        }
        for (index, client) in seed.clients.enumerated() { try add(client, at: .seed["clients"][index]) }
        clientChanges = ClientChanges()
        for (index, user) in seed.users.enumerated() { try add(user, at: .seed["users"][index]) }
        for index in organizations.indices { organizations[index].members = userIDs(organizations[index].members) }
        for (index, role) in seed.roles.enumerated() { roles[index].members = userIDs(role.members) }
        for (index, token) in seed.subjectTokens.enumerated() where !accept(token) {
            throw .seed(.seed["subject_tokens"][index]["user"], "there is no user \(token.user)")
        }
    }

    func client(_ id: String) -> Client? { clients.first { $0.id == id } }
    func connection(_ name: String) -> Connection? { connections.first { $0.name == name } }
    func api(_ audience: String) -> API? { apis.first { $0.audience == audience } ?? myAccount(audience) }

    mutating func send(
        _ kind: InboxMessage.Kind, to address: String, by channel: InboxMessage.Channel, code: String? = nil,
        link: String? = nil
    ) {
        inbox.append(
            InboxMessage(recipient: address, channel: channel, kind: kind, code: code, link: link, sentAt: clock.now))
        if inbox.count > 2 * Self.maximumMessages { inbox.removeFirst(inbox.count - Self.maximumMessages) }
    }

    /// The number of messages that the inbox keeps at least.
    private static let maximumMessages = 10_000
}

struct PasskeyState: Sendable {
    /// The registered passkeys, by credential ID.
    var credentials: [[UInt8]: Passkey] = [:]
    /// The ceremonies in progress, by `auth_session`.
    var challenges: [String: PasskeyChallenge] = [:]
}

struct SecondFactorState: Sendable {
    /// The logins that wait for a second factor, by `mfa_token`.
    var logins: [String: SecondFactorLogin] = [:]
    /// The codes and push requests that were sent, by `oob_code`.
    var challenges: [String: OutOfBandChallenge] = [:]
    /// The enrollments in progress, by the ID of the authentication method.
    var enrollments: [String: Enrollment] = [:]
    /// The last time step whose code was used, by the secret of the authenticator app.
    var usedSteps: [String: Int] = [:]
    /// The time until which a user needs no second factor at a client.
    var remembered: [UserAtClient: Int] = [:]
}
