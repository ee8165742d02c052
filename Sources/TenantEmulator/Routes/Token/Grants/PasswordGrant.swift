import OpenSSLCryptography
import ByteEncodings

extension TenantState {
    private static let maximumFailures = 10

    /// Exchanges a user name and a password for tokens; without a realm, the default directory applies.
    mutating func exchangePassword(
        _ parameters: Parameters, _ client: Client, _ context: RequestContext, realm: String? = nil
    ) throws(Refusal) -> JSONValue {
        let username = try parameters.required("username")
        let password = try parameters.required("password")
        let connection = try directory(realm)
        let user = try checkPassword(password, of: username, in: connection)
        return try logIn(user, with: grant(parameters, client, user, kind: "password"), context)
    }

    /// Finds the user with a user name and password; too many wrong passwords block the user name.
    mutating func checkPassword(
        _ password: String, of username: String, in connection: Connection
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
            fail(key, user)
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
        guard let connection = connection(name), connection.strategy == .database else {
            throw .oauth(400, "invalid_request", "connection \"\(name)\" does not exist or cannot be used")
        }
        return connection
    }

    private mutating func fail(_ key: String, _ user: User?) {
        failedLogins[key, default: 0] += 1
        guard failedLogins[key] == Self.maximumFailures, let email = user?.record.email else { return }
        send(.blockedAccount, to: email, by: .email)
    }
}

extension User {
    /// Returns the password of the user's account in a connection.
    fileprivate func password(in connection: String, for identifier: String) -> PasswordHash? {
        let records = [record] + linked
        return records.first { $0.connection == connection && $0.isCalled(identifier) }?.password
    }
}
