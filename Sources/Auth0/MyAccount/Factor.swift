/// A kind of authentication method that the tenant offers.
public struct Factor: Decodable, Sendable, Hashable {
    /// The kind.
    public let type: String
    /// Whether it serves as `primary` or `secondary` factor.
    public let usage: [String]?
}

/// A list of factors, as the server sends it.
public struct Factors: Decodable, Sendable {
    /// The factors.
    public let factors: [Factor]
}
