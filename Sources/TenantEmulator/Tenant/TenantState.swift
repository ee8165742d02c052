import OpenSSLCryptography
import ByteEncodings
import FoundationEssentials

/// Everything a tenant remembers.
struct TenantState: Sendable {
    let domain: String
    let configuration: TenantConfiguration
    let clock: TenantClock
    var clients: [Client]
    /// What clients said that registered themselves, by identifier.
    var registrations: [String: Registration] = [:]
    var connections: [Connection]
    var organizations: [Organization]
    let apis: [API]
    let defaultDirectory: String?
    let defaultAudience: String?
    let factors: [String]

    var keys: SigningKeys
    var users: [String: User] = [:]
    var oneTimeCodes: [OneTimeCodes.Key: OneTimeCode] = [:]
    var authorizationCodes: [String: AuthorizationCode] = [:]
    var refreshTokens = RefreshTokens()
    /// Until when each access token that was revoked would work, by its `jti`.
    var revokedTokens: [String: Int] = [:]
    var secondFactorLogins: [String: SecondFactorLogin] = [:]
    var outOfBandChallenges: [String: OutOfBandChallenge] = [:]
    var enrollments: [String: Enrollment] = [:]
    var databaseCodes: [String: DatabaseCode] = [:]
    var passkeys: [[UInt8]: Passkey] = [:]
    var passkeyChallenges: [String: PasskeyChallenge] = [:]
    var possession = ProofOfPossession()
    var deviceLogins: [String: DeviceLogin] = [:]
    /// Until when each assertion of a client is remembered.
    var usedAssertions: [String: Int] = [:]
    var subjectTokens: [SubjectToken.Key: SubjectToken] = [:]
    /// The last step of each authenticator app, by its secret, whose code was used.
    var usedSteps: [String: Int] = [:]
    /// Until when a client's user needs no second factor again.
    var rememberedFactors: [String: Int] = [:]
    var failedLogins: [String: Int] = [:]
    /// What browsers are about.
    var sessions = BrowserSessions()
    /// What tokens of forms are made with.
    let formSecret = Secrets.token(32)
    let cookies: CookieNames
    var inbox: [InboxMessage] = []
    /// The latest tokens, for the inspector.
    var issued: [IssuedTokens] = []
    var counters = TenantCounters()
    /// The thumbprint of the key that the request in hand proved to hold.
    var provenKey: String?
    /// What is wrong with the ID tokens of the request in hand.
    var tampering: TokenTampering?
    /// What is wrong with what the request in hand sends a browser away with.
    var parameterChange: ParameterChange?

    var issuer: String { domain + "/" }
    var userInfoAudience: String { domain + "/userinfo" }
    var now: Int { clock.seconds }

    init(domain: String, configuration: TenantConfiguration, clock: TenantClock) throws(EmulatorError) {
        let seed = configuration.seed
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

    /// The user of a connection who answers to `identifier`.
    func user(_ identifier: String, in connection: String) -> User? {
        users.values.first { $0.record.connection == connection && $0.record.isCalled(identifier) }
    }

    /// A user whose account, or one merged into it, is of the connection and answers to `identifier`.
    func owner(of identifier: String, in connection: String) -> User? {
        user(identifier, in: connection)
            ?? users.values.first { user in
                user.linked.contains { $0.connection == connection && $0.isCalled(identifier) }
            }
    }

    private mutating func add(_ seed: SeedUser) throws(EmulatorError) {
        guard let connection = connection(seed.connection) else {
            throw EmulatorError(.malformedSeed, "users: no connection \(seed.connection)")
        }
        var record = User.Record(
            id: seed.id ?? newUserID(connection.provider), connection: connection.name, provider: connection.provider)
        (record.email, record.emailVerified) = (seed.email, seed.emailVerified)
        (record.username, record.phoneNumber) = (seed.username, seed.phoneNumber)
        record.phoneVerified = seed.phoneNumber != nil
        record.password = try seed.password.map { text throws(EmulatorError) in try hash(text) }
        record.profile = User.Record.defaultProfile(
            email: seed.email, username: seed.username, phoneNumber: seed.phoneNumber
        ).merging(seed.profile) { $1 }
        (record.userMetadata, record.appMetadata) = (seed.userMetadata, seed.appMetadata)
        var user = User(record: record, at: clock.now)
        (user.isBlocked, user.loginRefusal) = (seed.isBlocked, seed.loginRefusal)
        for (audience, scopes) in seed.permissions {
            let placeholder = "{domain}"
            let isOwn = audience.hasPrefix(placeholder)
            user.permissions[isOwn ? domain + audience.dropFirst(placeholder.count) : audience] = scopes
        }
        (user.authenticationMethods, user.secondFactors) = (seed.authenticationMethods, seed.secondFactors)
        (user.requiresSecondFactor, user.recoveryCode) = (seed.requiresSecondFactor, seed.recoveryCode)
        users[user.id] = user
    }

    func hash(_ password: String) throws(EmulatorError) -> PasswordHash {
        do {
            return try PasswordHash(of: password, iterations: configuration.passwordIterations)
        } catch { throw EmulatorError(.system, cause: error) }
    }

    func newUserID(_ provider: String) -> String { "\(provider)|\(Secrets.hex(12))" }

    /// Puts a message where tests find it.
    mutating func send(
        _ kind: InboxMessage.Kind, to address: String, by channel: InboxMessage.Channel, code: String? = nil,
        link: String? = nil
    ) {
        inbox.append(
            InboxMessage(to: address, channel: channel, kind: kind, code: code, link: link, sentAt: clock.now))
    }
}
