import ByteEncodings

/// The tokens that a tenant has issued, and those of other parties that it accepts.
struct TokenState: Sendable {
    var refresh = RefreshTokens()
    /// The expiry of each revocation, by the `jti` of an access token or the ID of a grant.
    private var revoked: [String: Int] = [:]
    /// The end of the token IDs of a user or client whose ID an earlier one had, by this ID.
    private var marks: [String: String] = [:]
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

    /// Revokes the tokens of a user or client that was removed: they stay invalid if a later one has the same ID.
    mutating func revokeAll(of subject: String) { marks.keep(".\(Secrets.token(6))", as: subject) }

    /// Creates the ID of a session or token of a user or client, from a number of random bytes.
    func newID(_ count: Int, of subject: String) -> String { Secrets.token(count) + (marks[subject] ?? "") }

    /// Whether a token was revoked, by itself, with its grant or with its subject. An ID token has no `jti`.
    func isRevoked(_ claims: TokenClaims) -> Bool {
        guard let id = (claims["jti"] ?? claims["sid"])?.string, let subject = claims.subject else { return false }
        return revoked[id] != nil || revoked[String(id.prefix(Grant.idCount))] != nil
            || !id.hasSuffix(marks[subject] ?? "")
    }

    /// The revocations in the form of a state file.
    var keptRevocations: JSONValue {
        .members(["tokens": revoked.mapValues(\.json).json, "subjects": marks.mapValues(\.json).json])
    }

    /// Restores the revocations of a file; files of earlier versions have none.
    mutating func restore(revocations kept: JSONValue?) {
        revoked = (kept?["tokens"]?.dictionary ?? [:]).compactMapValues(\.integer)
        marks = (kept?["subjects"]?.dictionary ?? [:]).compactMapValues(\.string)
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
