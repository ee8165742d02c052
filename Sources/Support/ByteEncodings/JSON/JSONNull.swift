/// Stands for JSON's `null` in free-form values such as `[String: any Sendable]`.
public struct JSONNull: Sendable, Hashable, CustomStringConvertible {
    /// Makes the one value there is.
    public init() {}

    /// `null`
    public var description: String { "null" }
}
