import ByteEncodings

/// An organization of a running tenant.
typealias Organization = TenantSeed.Organization

extension TenantSeed {
    /// A business customer of the application, whose members log in on its behalf.
    public struct Organization: Sendable {
        /// The ID, such as `org_0000000000000001`.
        public var id: String
        /// The name in requests, in lower case.
        public var name: String
        /// The name that users see.
        public var displayName: String
        /// The names of the connections whose users may log in; empty for all connections.
        public var connections: [String] = []
        /// Whether a user becomes a member by logging in.
        public var assignsMembershipOnLogin = false
        /// The members, by user ID, e-mail address, user name or phone number.
        public var members: Set<String>
        /// The IDs of the roles that members have only in this organization, by user ID.
        var memberRoles: [String: Set<String>] = [:]
        /// The logo and the colors, which the Management API sets.
        var branding: [String: JSONValue] = [:]
        /// The texts that the Management API keeps with the organization.
        var metadata: [String: JSONValue] = [:]

        /// Creates an organization.
        ///
        /// - Parameters:
        ///   - id: The ID, such as `org_0000000000000001`.
        ///   - name: The name in requests, in lower case.
        ///   - displayName: The name that users see; `nil`, the default, for `name`.
        ///   - members: The members, by user ID, e-mail address, user name or phone number; none by default.
        public init(id: String, name: String, displayName: String? = nil, members: Set<String> = []) {
            (self.id, self.name, self.displayName, self.members) = (id, name, displayName ?? name, members)
        }
    }
}
