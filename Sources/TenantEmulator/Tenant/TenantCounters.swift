/// How often things happened that tests ask about.
public struct TenantCounters: Sendable, Hashable {
    /// Token sets that were issued.
    public internal(set) var tokensIssued = 0
    /// Renewals that succeeded.
    public internal(set) var renewals = 0
    /// Refresh tokens that came again after they had been exchanged, outside the overlap.
    public internal(set) var refreshTokenReuses = 0
    /// Families of refresh tokens that were revoked because of a reuse.
    public internal(set) var revokedFamilies = 0
}
