import ByteEncodings
import OpenSSLCryptography

extension TenantState {
    /// Finds a user by ID, e-mail address, user name or phone number, in any connection.
    func anyUser(_ login: String) -> User? {
        users[login] ?? users.users(called: login).first { $0.record.isCalled(login) }
    }

    /// The IDs of users who are named by ID, e-mail address, user name or phone number.
    func userIDs(_ logins: some Sequence<String>) -> Set<String> { Set(logins.compactMap { anyUser($0)?.id }) }

    /// Finds the user whose primary account belongs to `connection` and has `identifier`.
    func user(_ identifier: String, in connection: String) -> User? {
        users.users(called: identifier).first {
            $0.record.connection == connection && $0.record.isCalled(identifier)
        }
    }

    /// Finds the user whose primary account or a linked account belongs to `connection` and has `identifier`.
    func owner(of identifier: String, in connection: String) -> User? {
        user(identifier, in: connection)
            ?? users.users(called: identifier).first { user in
                user.linked.contains { $0.connection == connection && $0.isCalled(identifier) }
            }
    }

    /// Adds a user in the form of the seed, at a place for errors; replaces a user with the same ID.
    @discardableResult
    mutating func add(_ seed: TenantSeed.User, at place: SeedPath) throws(EmulatorError) -> User {
        guard let connection = connection(seed.connection) else {
            throw .seed(place["connection"], "there is no connection \(seed.connection)")
        }
        try seed.checkIdentifier(connection, at: place)
        var record = User.Record(
            id: seed.id ?? newUserID(connection.provider), connection: connection.name, provider: connection.provider)
        (record.email, record.emailVerified) = (seed.email, seed.isEmailVerified)
        (record.username, record.phoneNumber) = (seed.username, seed.phoneNumber)
        record.phoneVerified = seed.phoneNumber != nil
        record.password = try seed.password.map { text throws(EmulatorError) in try hash(text) }
        record.profile = record.defaultProfile.merging(try JSONValue.members(ofSeed: seed.profile, place["profile"])) {
            $1
        }
        record.userMetadata = try JSONValue.members(ofSeed: seed.userMetadata, place["user_metadata"])
        record.appMetadata = try JSONValue.members(ofSeed: seed.appMetadata, place["app_metadata"])
        var user = User(record: record, at: clock.now)
        user.blocked = seed.isBlocked ? true : nil
        user.loginRefusal = try seed.loginRefusal.map { seed throws(EmulatorError) in
            try LoginRefusal(seed, at: place["login_refusal"])
        }
        user.permissions = try Self.byAudience(seed.permissions, domain: domain, at: place["permissions"])
        user.authenticationMethods = try seed.authenticationMethods.enumerated().map {
            index, method throws(EmulatorError) in
            try AuthenticationMethod(method, at: place["authentication_methods"][index])
        }
        user.secondFactors = seed.secondFactors.map { SecondFactor(id: $0.id, kind: $0.kind, isConfirmed: true) }
        (user.requiresSecondFactor, user.recoveryCode) = (seed.requiresSecondFactor, seed.recoveryCode)
        users[user.id] = user
        return user
    }

    /// Replaces `{domain}` at the start of an audience in a seed; not before the domain is known.
    static func audience(_ text: String, domain: String?) -> String {
        let placeholder = "{domain}"
        guard let domain, text.hasPrefix(placeholder) else { return text }
        return domain + text.dropFirst(placeholder.count)
    }

    /// Replaces `{domain}` at the start of each audience; refuses two names of one audience.
    static func byAudience<Scopes>(
        _ lists: [String: Scopes], domain: String, at place: SeedPath
    ) throws(EmulatorError) -> [String: Scopes] {
        var resolved: [String: Scopes] = [:]
        for (name, scopes) in lists.sorted(by: { $0.key < $1.key }) {
            let audience = audience(name, domain: domain)
            guard resolved.updateValue(scopes, forKey: audience) == nil else {
                throw .seed(place[name], "the audience \(audience) occurs twice, with and without {domain}")
            }
        }
        return resolved
    }

    func hash(_ password: String) throws(EmulatorError) -> PasswordHash {
        do {
            return try PasswordHash(of: password, iterations: configuration.passwordIterations)
        } catch { throw EmulatorError(.system, cause: error) }
    }

    /// Creates the account of a new user, with a random ID.
    func newRecord(in connection: Connection) -> User.Record {
        User.Record(id: newUserID(connection.provider), connection: connection.name, provider: connection.provider)
    }

    /// Adds a user with one account, and the profile of a user for whom no other values are given.
    mutating func add(_ record: User.Record) -> User {
        var record = record
        record.profile = record.defaultProfile.merging(record.profile) { $1 }
        let user = User(record: record, at: clock.now)
        users[user.id] = user
        return user
    }

    /// Creates a random user ID such as `auth0|…`.
    func newUserID(_ provider: String) -> String { "\(provider)|\(Secrets.hex(12))" }
}
