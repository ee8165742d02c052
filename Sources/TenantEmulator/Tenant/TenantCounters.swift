/// The counts of events that tests check.
public struct TenantCounters: Sendable, Hashable {
    /// The number of token responses that were issued.
    public internal(set) var tokensIssued = 0
    /// The number of successful exchanges of refresh tokens.
    public internal(set) var renewals = 0
    /// The number of refresh tokens that were presented again after their exchange, outside the overlap.
    public internal(set) var refreshTokenReuses = 0
    /// The number of refresh token families that were revoked because of a reuse.
    public internal(set) var revokedFamilies = 0
}
