import ByteEncodings

extension TenantState {
    /// Exchanges a one-time code that was sent by e-mail or as a text message for tokens.
    mutating func exchangeOneTimeCode(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        guard request["auth_session"] == nil else { return try exchangeDatabaseCode(request) }
        let username = try request.required("username")
        let code = try request.required("otp")
        let connection = try usable(request.required("realm"), where: \.isPasswordless)
        try redeemOrRefuse(
            code, for: OneTimeCodes.Key(connection, username), isEmail: connection.strategy == .email)
        let user = try passwordlessUser(username, connection)
        return try logIn(user, with: grant(request, user), request.context)
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
    mutating func passwordlessUser(_ address: String, _ connection: Connection) throws(Refusal) -> User {
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
