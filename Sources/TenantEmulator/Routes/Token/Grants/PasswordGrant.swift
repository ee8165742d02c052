import ByteEncodings
import OpenSSLCryptography

extension TenantState {
    private static let maximumFailures = 10

    /// Exchanges a user name and a password for tokens; without a realm, the default directory applies.
    mutating func exchangePassword(_ request: ClientRequest, realm: String? = nil) throws(Refusal) -> JSONValue {
        let username = try request.required("username")
        let password = try request.required("password")
        let connection = try directory(realm)
        let user = try checkPassword(password, of: username, in: connection, at: request.client.id)
        return try logIn(user, with: grant(request, user, kind: "password"), request.context)
    }

    /// Finds the user with a user name and password; too many wrong passwords block the user name.
    mutating func checkPassword(
        _ password: String, of username: String, in connection: Connection, at clientID: String
    ) throws(Refusal) -> User {
        let key = "\(connection.name)|\(username.lowercased())"
        guard failedLogins[key, default: 0] < Self.maximumFailures else {
            throw .oauth(
                429, "too_many_attempts",
                "Your account has been blocked after multiple consecutive login attempts. "
                    + "We've sent you an email with instructions on how to unblock it.")
        }
        let user = owner(of: username, in: connection.name)
        guard let user, user.password(in: connection.name, for: username)?.matches(password) == true else {
            fail(key, username, user, clientID)
            throw .invalidGrant("Wrong email or password.")
        }
        failedLogins[key] = nil
        return user
    }

    /// Finds the database connection of a realm; without a realm, the default directory.
    private func directory(_ realm: String?) throws(Refusal) -> Connection {
        guard let name = realm ?? defaultDirectory else {
            throw .oauth(400, "server_error", "Authorization server not configured with default connection.")
        }
        return try usable(name)
    }

    private mutating func fail(_ key: String, _ username: String, _ user: User?, _ clientID: String) {
        let failures = failedLogins[key, default: 0] + 1
        failedLogins.keep(failures, as: key)
        record(user == nil ? .unknownUser : .wrongPassword, user, name: username, clientID: clientID)
        guard failures == Self.maximumFailures, let user, let email = user.record.email else { return }
        record(.blockedAccount, user, clientID: clientID)
        send(.blockedAccount, to: email, by: .email, link: newTicket(.unblock, for: user.id, email))
    }

    /// Allows logins again after too many wrong passwords.
    mutating func forgetFailures(of userID: String) {
        for key in users[userID].map(Self.failureKeys) ?? [] { failedLogins[key] = nil }
    }

    /// The identifiers of a user with which no login is possible after too many wrong passwords.
    func blockedIdentifiers(of user: User) -> [String] {
        Self.failureKeys(of: user).filter { failedLogins[$0, default: 0] >= Self.maximumFailures }
            .map { String($0.drop { $0 != "|" }.dropFirst()) }
    }

    private static func failureKeys(of user: User) -> [String] {
        ([user.record] + user.linked).flatMap { record in
            [record.email, record.username, record.phoneNumber].compactMap(\.self)
                .map { "\(record.connection)|\($0.lowercased())" }
        }
    }
}

extension User {
    fileprivate func password(in connection: String, for identifier: String) -> PasswordHash? {
        let records = [record] + linked
        return records.first { $0.connection == connection && $0.isCalled(identifier) }?.password
    }
}
