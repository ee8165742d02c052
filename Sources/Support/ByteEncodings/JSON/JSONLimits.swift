/// The limits on the structure of a JSON text.
package struct JSONLimits: Sendable, Hashable {
    /// The maximum depth of nested arrays and objects.
    package var depth: Int
    /// The maximum number of members of one object.
    package var members: Int
    /// The maximum number of elements and members in the whole text.
    package var values: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - depth: The maximum depth of nested arrays and objects; 32 by default.
    ///   - members: The maximum number of members of one object; 1,000 by default.
    ///   - values: The maximum number of elements and members in the whole text; 65,536 by default, one for each 16
    ///     bytes of the largest response. A list of 1,000 users has about 40,000.
    package init(depth: Int = 32, members: Int = 1_000, values: Int = 65_536) {
        self.depth = depth
        self.members = members
        self.values = values
    }

    /// The limits for input from the network: depth 32, 1,000 members per object, 65,536 elements and members.
    package static let network = JSONLimits()
}
