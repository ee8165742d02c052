extension TenantSeed {
    /// A role: permissions that several users have.
    public struct Role: Sendable {
        /// The ID; `nil` for a random one.
        public var id: String?
        /// The name.
        public var name: String
        /// The description; by default the name.
        public var description: String
        /// The scopes of the permissions, by audience; `{domain}` at the start of an audience is the tenant's domain.
        public var permissions: [String: Set<String>]
        /// The users who have the role, by user ID, e-mail address, user name or phone number.
        public var members: Set<String>

        /// Creates a role.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - permissions: The scopes of the permissions, by audience; none by default.
        ///   - members: The users who have the role, by user ID, e-mail address, user name or phone number; none by
        ///     default.
        public init(name: String, permissions: [String: Set<String>] = [:], members: Set<String> = []) {
            (self.name, description, self.permissions, self.members) = (name, name, permissions, members)
        }
    }
}
