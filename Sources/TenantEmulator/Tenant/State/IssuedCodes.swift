/// The codes that a tenant has issued and that are not redeemed yet.
struct IssuedCodes: Sendable {
    /// The one-time codes that were sent by e-mail or as a text message.
    var oneTime: [OneTimeCodes.Key: OneTimeCode] = [:]
    /// The authorization codes.
    var authorization: [String: AuthorizationCode] = [:]
    /// The one-time codes for users of database connections, by `auth_session`.
    var database: [String: DatabaseCode] = [:]
}
