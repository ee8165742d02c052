import ByteEncodings

extension TenantState {
    /// Creates the refusal that demands a second factor, with the `mfa_token` of the login.
    mutating func demandSecondFactor(of user: User, for grant: Grant) -> Refusal {
        let token = "Fe26.\(Secrets.token(48))"
        secondFactors.logins.store(SecondFactorLogin(grant: grant, expiresAt: now + 600), as: token, at: now)
        var types = user.confirmedFactors.map(\.type)
        if user.recoveryCode != nil, !types.isEmpty { types.append("recovery-code") }
        let isEnrollment = types.isEmpty
        if isEnrollment { types = ["otp", "phone", "email", "push-notification"] }
        let listed = types.map { JSONValue.members(["type": $0]) }
        return .json(
            403,
            [
                "error": "mfa_required", "error_description": "Multifactor authentication required",
                "mfa_token": token,
                "mfa_requirements": JSONValue.members([isEnrollment ? "enroll" : "challenge": listed]),
            ])
    }

    /// Exchanges the code of an authenticator app for tokens; this also confirms an app that was just enrolled.
    mutating func exchangeSecondFactorCode(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let (token, login, user) = try secondFactorLogin(request.required("mfa_token"), request.client)
        let code = try request.required("otp")
        guard let secret = user.appSecret, redeem(code, ofApp: secret) else {
            throw wrongCode(token, "Invalid otp_code.")
        }
        confirm(user.id) { if case .app = $0.kind { true } else { false } }
        return try finish(token, login.grant, user, request)
    }

    /// Counts a wrong code; the last allowed one ends the login.
    private mutating func wrongCode(_ token: String, _ description: String) -> Refusal {
        secondFactors.logins[token]?.attemptsLeft -= 1
        guard secondFactors.logins[token]?.attemptsLeft == 0 else { return .invalidGrant(description) }
        secondFactors.logins[token] = nil
        return .oauth(429, "too_many_attempts", SecondFactorLogin.tooManyAttempts)
    }

    /// Redeems the code of an authenticator app; a code is accepted once, and no older code after it.
    mutating func redeem(_ code: String, ofApp secret: String) -> Bool {
        guard let step = TOTP(secret: secret)?.step(of: code, at: now), step > secondFactors.usedSteps[secret] ?? .min
        else { return false }
        secondFactors.usedSteps[secret] = step
        return true
    }

    /// Exchanges a code that was sent to the user, or an approved push notification, for tokens.
    mutating func exchangeOutOfBand(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let (token, login, user) = try secondFactorLogin(request.required("mfa_token"), request.client)
        let code = try request.required("oob_code")
        guard let challenge = secondFactors.challenges[code], challenge.login == token, now < challenge.expiresAt else {
            throw .invalidGrant("Malformed oob_code")
        }
        if let expected = challenge.bindingCode {
            guard try request.required("binding_code") == expected else {
                throw wrongCode(token, "Invalid binding_code.")
            }
        } else {
            guard let isApproved = challenge.isApproved else {
                throw .oauth(
                    400, "authorization_pending",
                    "Authorization pending: please repeat the request in a few seconds.")
            }
            guard isApproved else { throw .invalidGrant("MFA Authorization rejected.") }
        }
        secondFactors.challenges[code] = nil
        confirm(user.id) { $0.id == challenge.factorID }
        return try finish(token, login.grant, user, request)
    }

    /// Exchanges a recovery code for tokens and a new recovery code.
    mutating func exchangeRecoveryCode(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let (token, login, user) = try secondFactorLogin(request.required("mfa_token"), request.client)
        guard let code = user.recoveryCode, try request.required("recovery_code") == code else {
            throw wrongCode(token, "MFA Authorization rejected.")
        }
        let successor = Secrets.hex(12).uppercased()
        users[user.id]?.recoveryCode = successor
        return try finish(token, login.grant, user, request).adding("recovery_code", successor)
    }

    /// Issues the tokens of a login whose second factor was proved.
    private mutating func finish(
        _ token: String, _ grant: Grant, _ user: User, _ request: ClientRequest
    ) throws(Refusal) -> JSONValue {
        secondFactors.logins[token] = nil
        var grant = grant
        grant.methods.append(LoginProof.secondFactor)
        return try logIn(user, with: grant, request.context, secondFactor: true)
    }

    /// Finds the login of an `mfa_token` that a client began, by default any client.
    func secondFactorLogin(
        _ token: String, _ client: Client?
    ) throws(Refusal) -> (token: String, SecondFactorLogin, User) {
        guard let login = secondFactors.logins[token], client == nil || login.grant.clientID == client?.id,
            let user = users[login.grant.userID]
        else { throw .oauth(401, "invalid_grant", "Malformed mfa_token") }
        guard now < login.expiresAt else { throw .oauth(401, "expired_token", "mfa_token is expired") }
        return (token, login, user)
    }

    private mutating func confirm(_ userID: String, _ isMeant: (SecondFactor) -> Bool) {
        for index in users[userID]?.secondFactors.indices ?? 0..<0 {
            guard let factor = users[userID]?.secondFactors[index], isMeant(factor) else { continue }
            users[userID]?.secondFactors[index].isConfirmed = true
        }
    }
}
