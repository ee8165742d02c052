/// How much structure a JSON text may have before it is refused.
public struct JSONLimits: Sendable, Hashable {
    /// How deeply arrays and objects may be nested.
    public var depth: Int
    /// How many members one object may have.
    public var members: Int

    /// Makes limits.
    public init(depth: Int = 32, members: Int = 1_000) {
        self.depth = depth
        self.members = members
    }

    /// For what arrives from the network: depth 32, 1,000 members an object.
    public static let network = JSONLimits()
}
