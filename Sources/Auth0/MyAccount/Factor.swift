/// A type of authentication method that the tenant has enabled.
public struct Factor: Decodable, Sendable, Hashable {
    /// The type; a value of ``AuthenticationMethodType`` for known types.
    public let type: String
    /// The roles of the factor: `primary`, `secondary` or both; `nil` when the server provides none.
    public let usage: [String]?

    /// Creates a value, for doubles.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - usage: The roles of the factor: `primary`, `secondary` or both; `nil` by default.
    public init(type: String, usage: [String]? = nil) {
        (self.type, self.usage) = (type, usage)
    }
}

/// The response to a request for the enabled factors.
public struct Factors: Decodable, Sendable {
    /// The factors.
    public let factors: [Factor]

    /// Creates a value, for doubles.
    ///
    /// - Parameter factors: The factors.
    public init(factors: [Factor]) {
        self.factors = factors
    }
}
