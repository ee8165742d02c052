import OpenSSLCryptography
import ByteEncodings
import FoundationEssentials

/// The complete state of a tenant.
///
/// Values of a single request do not belong here but in ``RequestContext``.
struct TenantState: Sendable {
    let domain: String
    let configuration: TenantConfiguration
    let clock: TenantClock
    let cookies: CookieNames
    /// The secret that tokens of forms outside of a login are derived from.
    let formSecret = Secrets.token(32)

    // The set-up, from the seed.
    var clients: [Client]
    /// The dynamic registrations, by client ID.
    var registrations: [String: Registration] = [:]
    var connections: [Connection]
    var organizations: [Organization]
    let apis: [API]
    let defaultDirectory: String?
    let defaultAudience: String?
    let factors: [String]

    // The users, and the logins in progress.
    var users: [String: User] = [:]
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
    var tokens = TokenState()
    var possession = ProofOfPossession()

    /// The logout tokens that are sent when the state is released.
    var notifications: [LogoutNotification] = []

    // Observations for tests and the inspector.
    var inbox: [InboxMessage] = []
    var counters = TenantCounters()

    var issuer: String { domain + "/" }
    var userInfoAudience: String { domain + "/userinfo" }
    /// The tenant's time in seconds since 1970.
    var now: Int { clock.seconds }

    /// Creates the state that the configuration's seed describes.
    ///
    /// - Parameters:
    ///   - domain: The tenant's origin, without a slash at the end.
    ///   - configuration: The configuration with the seed.
    ///   - clock: The tenant's clock.
    /// - Throws: ``EmulatorError/Code/malformedSeed`` for a seed that is not valid,
    ///   ``EmulatorError/Code/system`` if a key or a password hash cannot be created.
    init(domain: String, configuration: TenantConfiguration, clock: TenantClock) throws(EmulatorError) {
        let seed = configuration.seed
        try seed.validate()
        (self.domain, self.configuration, self.clock) = (domain, configuration, clock)
        cookies = CookieNames(domain: domain)
        (clients, connections, organizations) = (seed.clients, seed.connections, seed.organizations)
        apis = seed.apis + [.management(domain: domain), .myAccount(domain: domain)]
        (defaultDirectory, defaultAudience) = (seed.defaultDirectory, seed.defaultAudience)
        factors = seed.factors
        keys = try SigningKeys(configuration.signingAlgorithm)
        possession.requiresNonce = configuration.requiresDPoPNonce
        for user in seed.users { try add(user) }
    }

    func client(_ id: String) -> Client? { clients.first { $0.id == id } }
    func connection(_ name: String) -> Connection? { connections.first { $0.name == name } }
    func api(_ audience: String) -> API? { apis.first { $0.audience == audience } }

    /// Appends a message to the inbox.
    mutating func send(
        _ kind: InboxMessage.Kind, to address: String, by channel: InboxMessage.Channel, code: String? = nil,
        link: String? = nil
    ) {
        inbox.append(
            InboxMessage(recipient: address, channel: channel, kind: kind, code: code, link: link, sentAt: clock.now))
    }
}
