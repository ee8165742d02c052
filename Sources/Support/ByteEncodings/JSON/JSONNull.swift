/// The JSON value `null` in free-form values such as `[String: any Sendable]`.
public struct JSONNull: Sendable, Hashable, CustomStringConvertible {
    /// Creates the only value of this type.
    public init() {}

    /// The text `null`.
    public var description: String { "null" }
}
