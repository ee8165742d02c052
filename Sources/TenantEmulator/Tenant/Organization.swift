extension Organization {
    func has(_ user: User) -> Bool { members.contains(user.id) }
}

extension TenantState {
    /// Finds the organization that a request names, by ID or name; refuses one that is unknown, and one that is missing
    /// or not allowed for the client.
    func organization(_ parameters: Parameters, _ client: Client) throws(Refusal) -> Organization? {
        guard let wanted = try parameters.optional("organization") else {
            guard client.organizationUsage != .require else {
                throw .organization("is required for this client", "organization_usage of \(client.id) is require")
            }
            return nil
        }
        guard client.organizationUsage != .deny else {
            throw .organization("is not allowed for this client", "organization_usage of \(client.id) is deny")
        }
        guard let organization = organization(wanted) else {
            throw .organization(
                "is invalid", "there is no \(wanted); the tenant has \(organizations.map(\.name).listed)")
        }
        return organization
    }

    /// Finds an organization by ID, or by name in any case.
    func organization(_ name: String) -> Organization? {
        organizations.first { $0.id == name || $0.name == name.lowercased() }
    }

    /// Checks that a user is a member whose connection is enabled; adds a member if the organization assigns
    /// membership.
    mutating func authorizeLogin(of user: User, to organization: Organization) throws(Refusal) {
        let connections = ([user.record] + user.linked).map(\.connection)
        guard organization.connections.isEmpty || connections.contains(where: organization.connections.contains) else {
            throw .oauth(400, "invalid_request", "the connection is not enabled for the organization")
        }
        guard !organization.has(user) else { return }
        guard organization.assignsMembershipOnLogin,
            let index = organizations.firstIndex(where: { $0.id == organization.id })
        else { throw .oauth(403, "access_denied", "user is not part of the \(organization.id) organization") }
        organizations[index].members.insert(user.id)
    }

    /// Refuses tokens for an organization that the user has left.
    func checkMembership(_ grant: Grant, _ user: User) throws(Refusal) {
        guard let id = grant.organization?.id else { return }
        guard organization(id)?.has(user) == true else {
            throw .invalidGrant("user is not part of the \(id) organization")
        }
    }
}

extension EmulatedTenant {
    /// Adds a user to an organization.
    ///
    /// - Parameters:
    ///   - login: The user's ID, e-mail address, user name or phone number.
    ///   - organization: The ID or name of the organization.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such user or organization.
    public func add(_ login: String, to organization: String) throws {
        try setMembership(of: login, in: organization, isMember: true)
    }

    /// Removes a user from an organization.
    ///
    /// - Parameters:
    ///   - login: The user's ID, e-mail address, user name or phone number.
    ///   - organization: The ID or name of the organization.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such user or organization.
    public func remove(_ login: String, from organization: String) throws {
        try setMembership(of: login, in: organization, isMember: false)
    }

    private func setMembership(of login: String, in organization: String, isMember: Bool) throws(EmulatorError) {
        try core.change(of: "user or organization") { state -> Void? in
            guard let user = state.anyUser(login),
                let index = state.organizations.firstIndex(where: { $0.id == organization || $0.name == organization })
            else { return nil }
            if isMember {
                state.organizations[index].members.insert(user.id)
            } else {
                state.organizations[index].members.remove(user.id)
            }
            return ()
        }
    }
}

extension Refusal {
    /// Creates the refusal of the parameter `organization`, with the reason for the journal.
    fileprivate static func organization(_ defect: String, _ reason: String) -> Refusal {
        let text = "parameter organization \(defect)"
        return Refusal(Refusal.oauth(400, "invalid_request", text).response.because("\(text): \(reason)"))
    }
}

extension [String] {
    /// The texts in one line of the journal.
    var listed: String { isEmpty ? "none" : prefix(20).joined(separator: ", ") + (count > 20 ? ", …" : "") }
}
