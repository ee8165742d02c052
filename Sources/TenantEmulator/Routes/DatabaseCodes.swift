import ByteEncodings

extension Route {
    /// The endpoint that sends one-time codes to users of database connections.
    static let databaseCodes = [
        Route("POST", "/otp/challenge") { context, tenant throws(Refusal) in
            .json(try tenant.beginDatabaseCode(context, Parameters(context.request)))
        }
    ]
}

extension TenantState {
    fileprivate mutating func beginDatabaseCode(_ context: RequestContext, _ parameters: Parameters) throws(Refusal)
        -> JSONValue
    {
        let client = try authenticateClient(context, parameters)
        let name = try parameters.required("connection")
        guard let connection = connection(name), connection.strategy == .database else {
            throw .oauth(400, "invalid_request", "connection \"\(name)\" does not exist or cannot be used")
        }
        guard let allowsSignup = (parameters["allow_signup"] ?? .boolean(false)).boolean else {
            throw .oauth(400, "invalid_request", "Parameter 'allow_signup' must be a boolean")
        }
        let email = try parameters.optional("email")
        let address = if let email { email } else { try parameters.required("phone_number") }
        guard email != nil ? address.isAddress : address.isPhoneNumber else {
            throw .oauth(400, "invalid_request", "Invalid email or phone_number")
        }
        if email == nil, !["text", "voice"].contains(try parameters.optional("delivery_method") ?? "text") {
            throw .oauth(400, "invalid_request", "Invalid delivery_method")
        }
        let session = Secrets.token(32)
        let sent = DatabaseCode(
            clientID: client.id, connection: name, address: address, isEmail: email != nil, allowsSignup: allowsSignup,
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
    mutating func exchangeDatabaseCode(_ parameters: Parameters, _ client: Client, _ context: RequestContext)
        throws(Refusal) -> JSONValue
    {
        let session = try parameters.required("auth_session")
        let code = try parameters.required("otp")
        guard let sent = codes.database[session], sent.clientID == client.id else {
            throw .invalidGrant("Invalid auth_session")
        }
        try redeemOrRefuse(
            code, for: OneTimeCodes.Key(connection: "session", address: session), isEmail: sent.isEmail)
        codes.database[session] = nil
        let user = owner(of: sent.address, in: sent.connection) ?? newUser(sent)
        if sent.isEmail { users[user.id]?.record.emailVerified = true }
        return try logIn(user, with: grant(parameters, client, user, kind: nil), context)
    }

    private mutating func newUser(_ sent: DatabaseCode) -> User {
        var record = User.Record(id: newUserID("auth0"), connection: sent.connection, provider: "auth0")
        if sent.isEmail { record.email = sent.address } else { record.phoneNumber = sent.address }
        (record.emailVerified, record.phoneVerified) = (sent.isEmail, !sent.isEmail)
        return add(record)
    }
}
