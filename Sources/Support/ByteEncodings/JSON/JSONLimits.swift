/// The limits on the structure of a JSON text.
package struct JSONLimits: Sendable, Hashable {
    /// The maximum depth of nested arrays and objects.
    package var depth: Int
    /// The maximum number of members of one object.
    package var members: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - depth: The maximum depth of nested arrays and objects; 32 by default.
    ///   - members: The maximum number of members of one object; 1,000 by default.
    package init(depth: Int = 32, members: Int = 1_000) {
        self.depth = depth
        self.members = members
    }

    /// The limits for input from the network: depth 32, 1,000 members per object.
    package static let network = JSONLimits()
}
