import ByteEncodings

extension TenantState {
    /// Exchanges a one-time code that was sent by e-mail or as a text message for tokens.
    mutating func exchangeOneTimeCode(_ parameters: Parameters, _ client: Client, _ context: RequestContext)
        throws(Refusal) -> JSONValue
    {
        guard parameters["auth_session"] == nil else { return try exchangeDatabaseCode(parameters, client, context) }
        let username = try parameters.required("username")
        let code = try parameters.required("otp")
        let realm = try parameters.required("realm")
        guard let connection = connection(realm), connection.isPasswordless else {
            throw .oauth(400, "invalid_request", "connection \"\(realm)\" does not exist or cannot be used")
        }
        let isEmail = connection.strategy == .email
        let key = OneTimeCodes.Key(connection: connection.name, address: username.lowercased())
        try redeemOrRefuse(code, for: key, isEmail: isEmail)
        let user = try passwordlessUser(username, connection)
        return try logIn(user, with: grant(parameters, client, user, kind: nil), context)
    }

    /// Redeems a code; refuses in the service's words.
    mutating func redeemOrRefuse(_ code: String, for key: OneTimeCodes.Key, isEmail: Bool) throws(Refusal) {
        switch redeem(code, for: key) {
        case .right: break
        case .wrong:
            throw .invalidGrant("Wrong \(isEmail ? "email" : "phone number") or verification code.")
        case .expired:
            throw .invalidGrant("The verification code has expired. Please try to login again.")
        case .exhausted:
            throw .invalidGrant("You've reached the maximum number of attempts. Please try to login again.")
        }
    }

    /// Finds the user of an address that was just verified; creates the user if necessary.
    mutating func passwordlessUser(
        _ address: String, _ connection: Connection
    ) throws(Refusal) -> User {
        if let user = owner(of: address, in: connection.name) { return user }
        guard connection.allowsSignup else { throw .oauth(401, "unauthorized", "signups are disabled") }
        var record = newRecord(in: connection)
        if connection.strategy == .email {
            (record.email, record.emailVerified) = (address, true)
        } else {
            (record.phoneNumber, record.phoneVerified) = (address, true)
        }
        return add(record)
    }
}
