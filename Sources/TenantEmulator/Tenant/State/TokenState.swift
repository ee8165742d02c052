import ByteEncodings

/// The tokens that a tenant has issued, and those of other parties that it accepts.
struct TokenState: Sendable {
    var refresh = RefreshTokens()
    /// The expiry of each revocation, by the `jti` of an access token or the ID of a grant.
    private var revoked: [String: Int] = [:]
    /// The end of the token IDs of a user whose ID an earlier one had, by this ID: a period and more.
    private var userMarks: [String: String] = [:]
    /// The same for clients, whose IDs may equal those of users.
    private var clientMarks: [String: String] = [:]
    /// The token IDs that a test chose, each with the end that another ID of the token would have.
    private var chosen: [String: Bool] = [:]
    /// The latest token responses, for the inspector.
    var issued: [IssuedTokens] = []
    /// The expiry of each client assertion that was used, by client ID and `jti`.
    var usedAssertions: [String: Int] = [:]
    /// The subject tokens that a token exchange accepts.
    var subject: [SubjectToken.Key: SubjectToken] = [:]

    /// Revokes an access token by its `jti`, or all of a grant by its ID, until they expire.
    mutating func revoke(_ id: String, expiresAt expiry: Int, at now: Int) {
        revoked[id] = expiry
        revoked.dropExpired(at: now, \.self)
    }

    /// Revokes the tokens of a user that was removed: they stay invalid if a later one has the same ID.
    mutating func revokeAll(ofUser id: String) { userMarks.keep(".\(Secrets.token(6))", as: id) }

    /// Revokes the tokens of a client that was removed: they stay invalid if a later one has the same ID.
    mutating func revokeAll(ofClient id: String) { clientMarks.keep(".\(Secrets.token(6))", as: id) }

    /// Creates the ID of a session, or of a token for a client, from a number of random bytes.
    func newID(_ count: Int, of subject: String, at client: String? = nil) -> String {
        Secrets.token(count) + end(of: subject, at: client)
    }

    /// Creates the `jti` of an ID token; only for a client whose ID an earlier one had, because the service's ID tokens
    /// have none.
    func newIDTokenID(of subject: String, at client: String) -> String? {
        clientMarks[client] == nil ? nil : newID(16, of: subject, at: client)
    }

    /// Accepts a token that was just signed, also with an ID that a test chose.
    mutating func accept(_ claims: TokenClaims) {
        guard let (id, end) = marked(claims), id.drop(while: { $0 != "." }) != end else { return }
        chosen.keep(true, as: id + end)
    }

    /// Whether a token was revoked, by itself, or with its grant, its subject or its client.
    func isRevoked(_ claims: TokenClaims) -> Bool {
        guard let (id, end) = marked(claims) else { return false }
        return revoked[id] != nil || revoked[String(id.prefix(Grant.idCount))] != nil
            || id.drop(while: { $0 != "." }) != end && chosen[id + end] == nil
    }

    /// The ID of a token, and the end that it must have. Most ID tokens have no `jti`.
    private func marked(_ claims: TokenClaims) -> (id: String, end: String)? {
        guard let id = (claims["jti"] ?? claims["sid"])?.string, let subject = claims.subject else { return nil }
        return (id, end(of: subject, at: claims.owningClient))
    }

    private func end(of subject: String, at client: String?) -> String {
        (userMarks[subject] ?? "") + (client.flatMap { clientMarks[$0] } ?? "")
    }

    /// The revocations in the form of a state file.
    var keptRevocations: JSONValue {
        .members([
            "tokens": revoked.mapValues(\.json).json, "subjects": userMarks.mapValues(\.json).json,
            "clients": clientMarks.mapValues(\.json).json, "chosen": chosen.mapValues(\.json).json,
        ])
    }

    /// Restores the revocations of a file. Files of earlier versions have none, none for the clients that the file has
    /// just removed, or those of users and clients in one member.
    mutating func restore(revocations kept: JSONValue?) {
        revoked = (kept?["tokens"]?.dictionary ?? [:]).compactMapValues(\.integer)
        let subjects = kept?["subjects"]
        userMarks.merge((subjects?.dictionary ?? [:]).compactMapValues(\.string)) { $1 }
        clientMarks.merge(((kept?["clients"] ?? subjects)?.dictionary ?? [:]).compactMapValues(\.string)) { $1 }
        chosen = (kept?["chosen"]?.dictionary ?? [:]).compactMapValues(\.boolean)
    }

    /// Adds a token response to those that the inspector shows.
    mutating func remember(_ response: IssuedTokens) {
        if issued.count == IssuedTokens.maximumCount { issued.removeFirst() }
        issued.append(response)
    }
}

struct IssuedTokens: Sendable {
    let at: Int
    let userID: String
    let clientID: String
    let accessToken: String
    let idToken: String?
    let refreshToken: String?

    /// The number of token responses that a tenant remembers.
    static let maximumCount = 100
}
