import Encodings

extension TenantState {
    /// The refusal that asks for a second factor, with the token that remembers the login.
    mutating func demandSecondFactor(of user: User, for grant: Grant) -> Refusal {
        let token = "Fe26.\(Secrets.token(48))"
        secondFactorChallenges[token] = SecondFactorChallenge(grant: grant, expiresAt: now + 600)
        let types: [String] =
            (user.totpSecret == nil ? [] : ["otp"]) + (user.recoveryCode == nil ? [] : ["recovery-code"])
        let requirements: JSONValue =
            types.isEmpty
            ? .members(["enroll": ["otp", "phone", "push-notification"].map { JSONValue.members(["type": $0]) }])
            : .members(["challenge": types.map { JSONValue.members(["type": $0]) }])
        return Refusal(
            .json(
                .members([
                    "error": "mfa_required", "error_description": "Multifactor authentication required",
                    "mfa_token": token, "mfa_requirements": requirements,
                ]), status: 403))
    }

    /// Checks a code of an authenticator app.
    mutating func exchangeSecondFactorCode(
        _ parameters: Parameters, _ client: Client
    ) throws(Refusal) -> JSONValue {
        let (token, challenge, user) = try secondFactorChallenge(parameters, client)
        let code = try parameters.required("otp")
        guard let secret = user.totpSecret, TOTP(secret: secret)?.isValid(code, at: now) == true else {
            throw .invalidGrant("Invalid otp_code.")
        }
        secondFactorChallenges[token] = nil
        return try logIn(user, with: challenge.grant, secondFactor: true)
    }

    /// Checks a recovery code, and replaces it.
    mutating func exchangeRecoveryCode(_ parameters: Parameters, _ client: Client) throws(Refusal) -> JSONValue {
        let (token, challenge, user) = try secondFactorChallenge(parameters, client)
        guard let code = user.recoveryCode, try parameters.required("recovery_code") == code else {
            throw .invalidGrant("MFA Authorization rejected.")
        }
        secondFactorChallenges[token] = nil
        let successor = Secrets.hex(12).uppercased()
        users[user.id]?.recoveryCode = successor
        guard case .object(let members) = try logIn(user, with: challenge.grant, secondFactor: true) else {
            return .null
        }
        return .object(members + [JSONValue.Member(name: "recovery_code", value: .string(successor))])
    }

    private func secondFactorChallenge(
        _ parameters: Parameters, _ client: Client
    ) throws(Refusal) -> (token: String, SecondFactorChallenge, User) {
        let token = try parameters.required("mfa_token")
        guard let challenge = secondFactorChallenges[token], challenge.grant.clientID == client.id,
            let user = users[challenge.grant.userID]
        else { throw .oauth(401, "invalid_grant", "Malformed mfa_token") }
        guard now < challenge.expiresAt else { throw .oauth(401, "expired_token", "mfa_token is expired") }
        return (token, challenge, user)
    }
}
