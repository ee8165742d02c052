/// The limits on the structure of a JSON text.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum depth of nested arrays and objects.
    public var depth: Int
    /// The maximum number of members of one object.
    public var members: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - depth: The maximum depth of nested arrays and objects; 32 by default.
    ///   - members: The maximum number of members of one object; 1,000 by default.
    public init(depth: Int = 32, members: Int = 1_000) {
        self.depth = depth
        self.members = members
    }

    /// The limits for input from the network: depth 32, 1,000 members per object.
    public static let network = JSONLimits()
}
