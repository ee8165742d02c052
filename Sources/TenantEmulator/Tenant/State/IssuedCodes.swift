/// The codes that a tenant has issued.
struct IssuedCodes: Sendable {
    /// The one-time codes that were sent by e-mail or as a text message.
    var oneTime: [OneTimeCodes.Key: OneTimeCode] = [:]
    /// The authorization codes.
    var authorization: [String: AuthorizationCode] = [:]
    /// The authorization codes that were redeemed.
    var redeemed: [String: RedeemedCode] = [:]
    /// The one-time codes for users of database connections, by `auth_session`.
    var database: [String: DatabaseCode] = [:]
}
