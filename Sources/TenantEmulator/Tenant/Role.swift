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
    /// The scopes of an API that a user has permission for, directly or by a role, which may be one of the organization
    /// that the user logged in to.
    func permissions(of user: User, at audience: String, in organization: Organization?) -> Set<String> {
        roles(of: user.id, in: organization).reduce(into: user.permissions[audience] ?? []) { scopes, role in
            scopes.formUnion(role.permissions[audience] ?? [])
        }
    }

    /// The roles of a user, by name, including the user's roles in an organization.
    ///
    /// - SeeAlso: [Add Roles to Organization Members](https://auth0.com/docs/organizations/configure/add-member-roles)
    func roles(of userID: String, in organization: Organization? = nil) -> [Role] {
        // The current state of the organization, not its state at the login.
        let own = organization.flatMap { self.organization($0.id) }?.memberRoles[userID] ?? []
        return roles.filter { $0.members.contains(userID) || own.contains($0.id) }.sorted { $0.name < $1.name }
    }
}
