import ByteEncodings

extension TenantState {
    /// Exchanges a token of another issuer for tokens of this tenant.
    ///
    /// ``EmulatedTenant/accept(subjectToken:type:for:times:)`` determines which subject tokens are accepted, and for
    /// which users.
    ///
    /// - SeeAlso: [RFC 8693](https://www.rfc-editor.org/rfc/rfc8693)
    mutating func exchangeSubjectToken(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let key = SubjectToken.Key(
            token: try request.required("subject_token"), type: try request.required("subject_token_type"))
        // RFC 8693 §2.2.1 requires the type in the response.
        let issued = "urn:ietf:params:oauth:token-type:access_token"
        if let type = try request.optional("requested_token_type"), type != issued {
            throw .notBuilt("The emulator has no requested_token_type \(type)")
        }
        let profile = try profile(request)
        let actor = try actor(request)
        guard tokens.subject.keys.contains(where: { $0.type == key.type }) else {
            throw .invalidRequest("Unknown subject_token_type: \(key.type)")
        }
        guard let known = tokens.subject[key], known.times != 0, var user = users[known.userID] else {
            throw .invalidGrant("Invalid subject token.")
        }
        // Precedes every change, so that a refused request does not consume the token.
        var grant = try grant(request, user)
        grant.actor = actor
        tokens.subject[key]?.times = known.times.map { $0 - 1 }
        if let name = profile["name"]?.dictionary {
            user.record.profile["given_name"] = name["firstName"]
            user.record.profile["family_name"] = name["lastName"]
        }
        users[user.id] = user
        return try logIn(user, with: grant, request.context, secondFactor: true)
            .adding("issued_token_type", issued)
    }

    /// Parses the `user_profile`, a JSON object in a string.
    private func profile(_ request: ClientRequest) throws(Refusal) -> [String: JSONValue] {
        guard let text = try request.optional("user_profile") else { return [:] }
        guard let profile = (try? JSONValue(parsing: Array(text.utf8)))?.dictionary else {
            throw .invalidRequest("user_profile must be an object in JSON")
        }
        return profile
    }

    /// Returns the subject of the `actor_token`, which must be one of this tenant's tokens.
    private func actor(_ request: ClientRequest) throws(Refusal) -> JSONValue? {
        guard let token = try request.optional("actor_token") else { return nil }
        _ = try request.required("actor_token_type")
        guard let claims = try? claims(of: token), let subject = claims.subject else {
            throw .invalidGrant("Invalid actor token.")
        }
        // The actor's own actor is nested: RFC 8693 §4.1.
        return .members(["sub": subject, "act": claims["act"]])
    }
}

/// A token of another issuer that a token exchange accepts for a user.
struct SubjectToken: Sendable {
    struct Key: Sendable, Hashable {
        let token: String
        let type: String
    }

    let userID: String
    /// The number of exchanges that are still accepted; `nil` for any number.
    var times: Int?
}

extension TenantState {
    /// Makes a token exchange accept a token of another issuer; `false` if its user does not exist.
    mutating func accept(_ token: TenantSeed.SubjectToken) -> Bool {
        guard let user = anyUser(token.user) else { return false }
        tokens.subject[.init(token: token.token, type: token.type)] = SubjectToken(userID: user.id, times: token.times)
        return true
    }
}

extension EmulatedTenant {
    /// Makes a token exchange accept a token of another issuer for a user.
    ///
    /// - Parameters:
    ///   - subjectToken: The token, such as an authorization code of Apple.
    ///   - type: The `subject_token_type`.
    ///   - login: The user's ID, e-mail address, user name or phone number.
    ///   - times: The number of exchanges; `nil` for any number.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such user.
    public func accept(subjectToken: String, type: String, for login: String, times: Int? = nil) throws {
        let token = TenantSeed.SubjectToken(subjectToken, type: type, user: login, times: times)
        try core.change(of: "user") { state -> Void? in state.accept(token) ? () : nil }
    }
}
