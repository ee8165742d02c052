import ByteEncodings
import OpenSSLCryptography

extension Route {
    /// The endpoints of database connections: sign-up, password reset, and one-time codes.
    static let database = [
        Route("POST", "/dbconnections/signup") { context, tenant throws(Refusal) in
            .json(try tenant.signUp(Parameters(context.request)))
        },
        Route("POST", "/dbconnections/change_password") { context, tenant throws(Refusal) in
            try tenant.startPasswordReset(Parameters(context.request))
            return .text("We've just sent you an email to reset your password.", type: "text/html")
        },
        client("/otp/challenge") { request, tenant throws(Refusal) in .json(try tenant.beginDatabaseCode(request)) },
    ]
}

extension TenantState {
    /// Creates a user of a database connection, and returns the response's body.
    mutating func signUp(_ parameters: Parameters) throws(Refusal) -> JSONValue {
        let connection = try database(parameters)
        let email = try parameters.databaseText("email")
        let password = try parameters.databaseText("password")
        let (username, number) = (try parameters.optional("username"), try parameters.optional("phone_number"))
        guard connection.allowsSignup else { throw .database("signup_disabled", "Public signup is disabled") }
        guard email.isAddress else { throw .database("invalid_signup", "Invalid email address") }
        guard number?.isPhoneNumber != false else { throw .database("invalid_signup", "Invalid phone number") }
        guard username != nil || !connection.requiresUsername else {
            throw .database("invalid_signup", "Missing username for Username-Password-Authentication connection")
        }
        guard connection.policy.accepts(password) else {
            throw Refusal(.json(connection.policy.refusal(of: password), status: 400))
        }
        guard !connection.usedPasswords.contains(password) else { throw .passwordUsedBefore }
        let identifiers = [email, username, number].compactMap(\.self)
        guard identifiers.allSatisfy({ owner(of: $0, in: connection.name) == nil }) else {
            throw connection.hidesExistingUsers
                ? .database("invalid_signup", "Invalid sign up")
                : .database("user_exists", "The user already exists.")
        }
        var account = newRecord(in: connection)
        (account.email, account.username, account.phoneNumber) = (email, username, number)
        let user = try newUser(account, password, parameters)
        sendAddressConfirmation(to: user.id, email)
        record(.signup, user, clientID: try parameters.optional("client_id"))
        let created = JSONValue.members([
            "_id": user.record.localID, "email_verified": false, "email": user.record.email, "username": username,
            "phone_number": number, "user_metadata": user.record.userMetadata.isEmpty ? nil : user.record.userMetadata,
        ])
        let given = user.record.profile.filter { parameters[$0.key] != nil }
        return (created.dictionary ?? [:]).merging(given) { created, _ in created }.json
    }

    /// Adds a user with the profile and the metadata of a sign-up.
    ///
    /// - SeeAlso: The refusals of metadata, in issues of [auth0.js](https://github.com/auth0/auth0.js/issues/843) and
    ///   [react-native-auth0](https://github.com/auth0/react-native-auth0/issues/291)
    private mutating func newUser(
        _ record: User.Record, _ password: String, _ parameters: Parameters
    ) throws(Refusal) -> User {
        var record = record
        guard let hash = try? hash(password) else { throw .oauth(500, "server_error", "Cannot store the password") }
        record.password = hash
        for name in UserPatch.profile { record.profile[name] = try parameters.optional(name)?.json }
        if let metadata = parameters["user_metadata"] {
            guard let members = metadata.dictionary else {
                throw .json(400, ["error": "invalid user_metadata type (expected object)"])
            }
            if let name = members.keys.sorted().first(where: { members[$0]?.string == nil }) {
                throw .json(400, ["error": "invalid user_metadata.\(name) type (only strings are allowed)"])
            }
            record.userMetadata = members
        }
        return add(record)
    }

    fileprivate mutating func startPasswordReset(_ parameters: Parameters) throws(Refusal) {
        let connection = try database(parameters)
        let email = try parameters.databaseText("email")
        let organization = try parameters.optional("organization").map { name throws(Refusal) in
            guard let organization = self.organization(name) else {
                throw .invalidRequest("parameter organization is invalid")
            }
            return organization
        }
        // The response is the same for an unknown address, so that it does not reveal the users.
        guard let user = user(email, in: connection.name), organization?.has(user) != false else { return }
        sendPasswordReset(to: user, email)
    }

    /// Returns the connection of a request, which may name no client.
    ///
    /// - SeeAlso: [Documentation of the service, `client_id` of sign-up and password
    ///   change](https://github.com/auth0/docs-v2/pull/1416)
    private func database(_ parameters: Parameters) throws(Refusal) -> Connection {
        if let id = try parameters.optional("client_id"), client(id) == nil {
            throw .oauth(401, "invalid_client", "Unknown client")
        }
        let name = try parameters.databaseText("connection")
        guard let connection = connection(name), connection.strategy == .database else {
            throw .database("invalid_connection", "The connection does not exist")
        }
        return connection
    }
}

extension TenantState {
    /// Finds a connection; refuses one that is not a database or does not meet another condition.
    func usable(
        _ name: String, where isUsable: (Connection) -> Bool = { $0.strategy == .database }
    ) throws(Refusal) -> Connection {
        guard let connection = connection(name), isUsable(connection) else {
            throw .invalidRequest("connection \"\(name)\" does not exist or cannot be used")
        }
        return connection
    }
}

extension Parameters {
    /// Reads a required text parameter; refuses in the format of these endpoints.
    fileprivate func databaseText(_ name: String) throws(Refusal) -> String {
        guard let text = try optional(name) else {
            throw .json(400, ["error": "\(name) is required"])
        }
        return text
    }
}

extension Refusal {
    static var passwordUsedBefore: Refusal {
        .json(
            400,
            [
                "name": "PasswordHistoryError", "message": "Password has previously been used",
                "code": "invalid_password", "description": "Password has previously been used", "statusCode": 400,
            ])
    }
}

extension String {
    /// Whether this looks like an e-mail address: one `@`, text around it, a dot after it, no white space.
    var isAddress: Bool {
        let parts = split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasPrefix(".")
            && !parts[1].hasSuffix(".") && !contains { $0.isWhitespace || $0.isNewline }
    }

    var isPhoneNumber: Bool {
        first == "+" && (8...15).contains(count - 1) && dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}

extension TenantState {
    fileprivate mutating func beginDatabaseCode(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let name = try usable(request.required("connection")).name
        guard let allowsSignup = (request["allow_signup"] ?? .boolean(false)).boolean else {
            throw .invalidRequest("Parameter 'allow_signup' must be a boolean")
        }
        let email = try request.optional("email")
        let address = if let email { email } else { try request.required("phone_number") }
        guard email != nil ? address.isAddress : address.isPhoneNumber else {
            throw .invalidRequest("Invalid email or phone_number")
        }
        if email == nil, !["text", "voice"].contains(try request.optional("delivery_method") ?? "text") {
            throw .invalidRequest("Invalid delivery_method")
        }
        let session = Secrets.token(32)
        let sent = DatabaseCode(
            clientID: request.client.id, connection: name, address: address, isEmail: email != nil,
            allowsSignup: allowsSignup,
            expiresAt: now + configuration.oneTimeCodeLifetime.wholeSeconds)
        codes.database.store(sent, as: session, at: now)
        // The response is the same for an unknown address, but no code is sent.
        if allowsSignup || owner(of: address, in: name) != nil {
            let code = newCode(for: OneTimeCodes.Key(connection: "session", address: session))
            send(.verificationCode, to: address, by: email != nil ? .email : .sms, code: code)
        }
        return .members(["auth_session": session])
    }

    /// Exchanges a one-time code, identified by its `auth_session`, for tokens.
    mutating func exchangeDatabaseCode(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let session = try request.required("auth_session")
        let code = try request.required("otp")
        guard let sent = codes.database[session], sent.clientID == request.client.id else {
            throw .invalidGrant("Invalid auth_session")
        }
        try redeemOrRefuse(
            code, for: OneTimeCodes.Key(connection: "session", address: session), isEmail: sent.isEmail)
        codes.database[session] = nil
        guard let user = owner(of: sent.address, in: sent.connection) ?? (sent.allowsSignup ? newUser(sent) : nil)
        else { throw .invalidGrant("Invalid auth_session") }
        if sent.isEmail { users[user.id]?.record.emailVerified = true }
        return try logIn(user, with: grant(request, user), request.context)
    }

    private mutating func newUser(_ sent: DatabaseCode) -> User {
        var record = User.Record(id: newUserID("auth0"), connection: sent.connection, provider: "auth0")
        if sent.isEmail { record.email = sent.address } else { record.phoneNumber = sent.address }
        (record.emailVerified, record.phoneVerified) = (sent.isEmail, !sent.isEmail)
        return add(record)
    }
}
