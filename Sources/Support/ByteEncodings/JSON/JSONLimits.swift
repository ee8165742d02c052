/// How much structure a JSON text may have before it is refused.
package struct JSONLimits: Sendable, Hashable {
    /// How deeply arrays and objects may be nested.
    package var depth: Int
    /// How many members one object may have.
    package var members: Int

    /// Makes limits.
    package init(depth: Int = 32, members: Int = 1_000) {
        self.depth = depth
        self.members = members
    }

    /// For what arrives from the network: depth 32, 1,000 members an object.
    package static let network = JSONLimits()
}
