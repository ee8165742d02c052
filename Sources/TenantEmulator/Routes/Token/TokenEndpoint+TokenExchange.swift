import ByteEncodings

extension TenantState {
    /// Exchanges a token of somebody else for tokens of this tenant.
    ///
    /// Which subject tokens stand for whom is told beforehand by
    /// ``EmulatedTenant/accept(subjectToken:type:for:times:)``.
    ///
    /// - SeeAlso: [RFC 8693](https://www.rfc-editor.org/rfc/rfc8693)
    mutating func exchangeSubjectToken(_ parameters: Parameters, _ client: Client) throws(Refusal) -> JSONValue {
        let key = SubjectToken.Key(
            token: try parameters.required("subject_token"), type: try parameters.required("subject_token_type"))
        let profile = try profile(parameters)
        let actor = try actor(parameters)
        guard subjectTokens.keys.contains(where: { $0.type == key.type }) else {
            throw .oauth(400, "invalid_request", "Unknown subject_token_type: \(key.type)")
        }
        guard let known = subjectTokens[key], known.times != 0, var user = users[known.userID] else {
            throw .invalidGrant("Invalid subject token.")
        }
        subjectTokens[key]?.times = known.times.map { $0 - 1 }
        if let name = profile["name"]?.dictionary {
            user.record.profile["given_name"] = name["firstName"]
            user.record.profile["family_name"] = name["lastName"]
        }
        users[user.id] = user
        var grant = try grant(parameters, client, user, kind: nil)
        grant.actor = actor
        return try logIn(user, with: grant, secondFactor: true)
    }

    /// The `user_profile`, which is JSON in a string.
    private func profile(_ parameters: Parameters) throws(Refusal) -> [String: JSONValue] {
        guard let text = try parameters.optional("user_profile") else { return [:] }
        guard let profile = (try? JSONValue(parsing: Array(text.utf8)))?.dictionary else {
            throw .oauth(400, "invalid_request", "user_profile must be an object in JSON")
        }
        return profile
    }

    /// Whom the `actor_token` is about; it has to be one of this tenant's own.
    private func actor(_ parameters: Parameters) throws(Refusal) -> JSONValue? {
        guard let token = try parameters.optional("actor_token") else { return nil }
        _ = try parameters.required("actor_token_type")
        guard let claims = try? claims(of: token), let subject = claims.subject else {
            throw .invalidGrant("Invalid actor token.")
        }
        // Whoever acts for the actor acts in turn: RFC 8693 §4.1.
        return .members(["sub": subject, "act": claims["act"]])
    }
}

/// A token of somebody else that stands for a user.
struct SubjectToken: Sendable {
    struct Key: Sendable, Hashable {
        let token: String
        let type: String
    }

    let userID: String
    /// How often it is good; `nil` for ever.
    var times: Int?
}

extension EmulatedTenant {
    /// Lets a token of somebody else stand for a user in a token exchange.
    ///
    /// - Parameters:
    ///   - subjectToken: The token, such as an authorization code of Apple.
    ///   - type: Its `subject_token_type`.
    ///   - login: The user.
    ///   - times: How often it is good; `nil` for ever.
    /// - Throws: ``EmulatorError/Code/unknown`` when there is no such user.
    public func accept(
        subjectToken: String, type: String, for login: String, times: Int? = nil
    ) throws {
        let isAccepted = core.withState { state in
            guard let user = state.anyUser(login) else { return false }
            let key = SubjectToken.Key(token: subjectToken, type: type)
            state.subjectTokens[key] = SubjectToken(userID: user.id, times: times)
            return true
        }
        guard isAccepted == true else { throw EmulatorError(.unknown, "user") }
    }
}
