/// A role: permissions that several users have.
struct Role: Sendable {
    let id: String
    var name: String
    var description: String
    /// The scopes of the role's permissions, by audience.
    var permissions: [String: Set<String>] = [:]
    /// The IDs of the users who have the role.
    var members: Set<String> = []
}

extension TenantState {
    /// The scopes of an API that a user has permission for, directly or by a role.
    func permissions(of user: User, at audience: String) -> Set<String> {
        roles(of: user.id).reduce(into: user.permissions[audience] ?? []) { scopes, role in
            scopes.formUnion(role.permissions[audience] ?? [])
        }
    }

    /// The roles of a user, by name.
    func roles(of userID: String) -> [Role] {
        roles.filter { $0.members.contains(userID) }.sorted { $0.name < $1.name }
    }
}
