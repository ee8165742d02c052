/// The tokens that a tenant has issued, and those of other parties that it accepts.
struct TokenState: Sendable {
    var refresh = RefreshTokens()
    /// The expiry of each revoked access token, by `jti`.
    var revoked: [String: Int] = [:]
    /// The latest token responses, for the inspector.
    var issued: [IssuedTokens] = []
    /// The expiry of each client assertion that was used, by client ID and `jti`.
    var usedAssertions: [String: Int] = [:]
    /// The subject tokens that a token exchange accepts.
    var subject: [SubjectToken.Key: SubjectToken] = [:]

    /// Revokes an access token, by its `jti`; the revocation is kept until the token expires.
    mutating func revoke(accessTokenID id: String, expiresAt expiry: Int, at now: Int) {
        revoked[id] = expiry
        revoked.dropExpired(at: now, \.self)
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
