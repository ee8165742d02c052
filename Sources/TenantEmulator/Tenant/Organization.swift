/// A customer of the application, whose members log in on its behalf.
struct Organization: Sendable {
    let id: String
    let name: String
    let displayName: String
    /// Whose logins it accepts; every connection's when empty.
    let connections: [String]
    /// Whether whoever logs in becomes a member.
    let assignsMembership: Bool
    /// The members, by identifier or by anything they log in with.
    var members: Set<String>

    init(_ reader: inout SeedReader) throws(EmulatorError) {
        id = try reader.required("id")
        name = try reader.required("name")
        displayName = try reader.text("display_name") ?? name
        connections = try reader.texts("connections")
        assignsMembership = try reader.flag("assign_membership_on_login")
        members = Set(try reader.texts("members"))
    }

    func has(_ user: User) -> Bool {
        members.contains(user.id) || members.contains { user.record.isCalled($0) }
    }
}

extension Client {
    /// What a client does with organizations.
    enum OrganizationUsage: String, Sendable {
        case deny
        case allow
        case require
    }

    /// When the organization is asked for in the browser.
    enum OrganizationPrompt: String, Sendable {
        case none = "no_prompt"
        case before = "pre_login_prompt"
        case after = "post_login_prompt"
    }
}

extension TenantState {
    /// The organization that a request names, by identifier or name.
    func organization(_ parameters: Parameters, _ client: Client) throws(Refusal) -> Organization? {
        guard let wanted = try parameters.optional("organization") else {
            guard client.organizationUsage != .require else {
                throw .oauth(400, "invalid_request", "parameter organization is required for this client")
            }
            return nil
        }
        guard client.organizationUsage != .deny else {
            throw .oauth(400, "invalid_request", "parameter organization is not allowed for this client")
        }
        guard let organization = organization(wanted) else {
            throw .oauth(400, "invalid_request", "parameter organization is invalid")
        }
        return organization
    }

    /// An organization by identifier, or by name in any case.
    func organization(_ name: String) -> Organization? {
        organizations.first { $0.id == name || $0.name == name.lowercased() }
    }

    /// Lets a user log in for an organization, if they may.
    mutating func enter(_ organization: Organization, _ user: User) throws(Refusal) {
        let connections = ([user.record] + user.linked).map(\.connection)
        guard organization.connections.isEmpty || connections.contains(where: organization.connections.contains) else {
            throw .oauth(400, "invalid_request", "the connection is not enabled for the organization")
        }
        guard !organization.has(user) else { return }
        guard organization.assignsMembership,
            let index = organizations.firstIndex(where: { $0.id == organization.id })
        else { throw .oauth(403, "access_denied", "user is not part of the \(organization.id) organization") }
        organizations[index].members.insert(user.id)
    }

    /// Refuses a renewal for an organization that the user has left.
    func checkMembership(_ grant: Grant, _ user: User) throws(Refusal) {
        guard let id = grant.organization?.id else { return }
        guard organization(id)?.has(user) == true else {
            throw .invalidGrant("user is not part of the \(id) organization")
        }
    }
}

extension EmulatedTenant {
    /// Makes a user a member of an organization, or no longer.
    ///
    /// - Throws: ``EmulatorError/Code/unknown`` when there is no such user or organization.
    public func setMembership(
        of login: String, in organization: String, to isMember: Bool
    ) throws {
        let isDone = core.withState { state in
            guard let user = state.anyUser(login),
                let index = state.organizations.firstIndex(where: { $0.id == organization || $0.name == organization })
            else { return false }
            state.organizations[index].members = state.organizations[index].members.filter { member in
                member != user.id && !user.record.isCalled(member)
            }
            if isMember { state.organizations[index].members.insert(user.id) }
            return true
        }
        guard isDone == true else { throw EmulatorError(.unknown, "user or organization") }
    }
}
