/// A type of authentication method that the tenant has enabled.
public struct Factor: Decodable, Sendable, Hashable {
    /// The type; a value of ``AuthenticationMethodType`` for known types.
    public let type: String
    /// The roles of the factor: `primary`, `secondary` or both; `nil` when the server provides none.
    public let usage: [String]?
}

/// The response to a request for the enabled factors.
public struct Factors: Decodable, Sendable {
    /// The factors.
    public let factors: [Factor]
}
