/// Tokens that were issued together.
struct IssuedTokens: Sendable {
    let at: Int
    let userID: String
    let clientID: String
    let accessToken: String
    let idToken: String?
    let refreshToken: String?

    /// How many of them a tenant remembers.
    static let maximumCount = 100
}
