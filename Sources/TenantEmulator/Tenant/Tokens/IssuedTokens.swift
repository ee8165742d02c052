/// The tokens of one token response.
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
