extension TenantSeed {
    /// Checks the rules that the types of the members cannot express; the domain is `nil` before it is known.
    func validate(domain: String? = nil) throws(EmulatorError) {
        let place = SeedPath.seed
        guard !clients.isEmpty else { throw .seed(place["clients"], "at least one is required") }
        try checkUnique(clients.map(\.id), place["clients"], "client_id")
        try checkUnique(connections.map(\.name), place["connections"], "name")
        try checkUnique(apis.map { TenantState.audience($0.audience, domain: domain) }, place["apis"], "audience")
        try checkUnique(organizations.map(\.id), place["organizations"], "id")
        try checkUnique(organizations.map { $0.name.lowercased() }, place["organizations"], "name")
        try checkUnique(roles.map(\.id), place["roles"], "id")
        try checkUnique(roles.map(\.name), place["roles"], "name")
        try checkUsers()
        try checkReferences(domain: domain)
        _ = try CustomClaims(accessTokenClaims, "access_token_claims")
        _ = try CustomClaims(idTokenClaims, "id_token_claims")
        for (index, client) in clients.enumerated() {
            let place = place["clients"][index]
            try client.validate(at: place)
            for audience in (client.clientGrants ?? [:]).keys.sorted() where !hasAPI(audience, domain: domain) {
                throw .seed(place["client_grants"][audience], "there is no API \(audience)")
            }
        }
    }

    /// The descriptions of problems that do not prevent a start.
    package var warnings: [String] {
        var warnings: [String] = []
        if !clients.contains(where: \.isPublic) {
            warnings.append("the seed has no public client, so none of its clients can log in without a secret")
        }
        if defaultDirectory == nil {
            warnings.append(
                "the seed has no default_directory: the login page has no form for passwords, and the grant password "
                    + "fails with \"Authorization server not configured with default connection\"")
        }
        return warnings
    }

    private func checkUsers() throws(EmulatorError) {
        let place = SeedPath.seed["users"]
        try checkUnique(users.map(\.id), place, "user_id")
        var taken: Set<[String]> = []
        for (index, user) in users.enumerated() {
            let connection = try connection(user.connection, at: place[index]["connection"])
            try user.checkIdentifier(connection, at: place[index])
            for (member, value) in user.identifiers
            where !taken.insert([user.connection, member, value]).inserted {
                throw .seed(
                    place[index][member], "the \(member) \(value) occurs twice in the connection \(user.connection)")
            }
        }
    }

    private func checkReferences(domain: String?) throws(EmulatorError) {
        let place = SeedPath.seed
        if let defaultDirectory { _ = try connection(defaultDirectory, at: place["default_directory"]) }
        if let audience = defaultAudience, !hasAPI(audience, domain: domain) {
            throw .seed(
                place["default_audience"], "there is no API \(audience); there are \(apis.map(\.audience).list)")
        }
        if let index = factors.firstIndex(where: { !User.AuthenticationMethod.types.contains($0) }) {
            let types = User.AuthenticationMethod.types.list
            throw .seed(place["factors"][index], "\"\(factors[index])\" is not one of \(types)")
        }
        let known = Set(users.flatMap { user in [user.id].compactMap(\.self) + user.identifiers.map(\.value) })
        for (index, organization) in organizations.enumerated() {
            let place = place["organizations"][index]
            for (index, name) in organization.connections.enumerated() {
                _ = try connection(name, at: place["connections"][index])
            }
            try checkMembers(organization.members, of: known, at: place["members"])
        }
        for (index, role) in roles.enumerated() {
            try checkMembers(role.members, of: known, at: place["roles"][index]["members"])
        }
    }

    private func connection(_ name: String, at place: SeedPath) throws(EmulatorError) -> Connection {
        guard let connection = connections.first(where: { $0.name == name }) else {
            throw .seed(place, "there is no connection \(name); there are \(connections.map(\.name).list)")
        }
        return connection
    }

    private func checkMembers(
        _ members: Set<String>, of known: Set<String>, at place: SeedPath
    ) throws(EmulatorError) {
        let unknown = members.filter { !known.contains($0) && !known.contains($0.lowercased()) }.min()
        if let unknown { throw .seed(place, "there is no user \(unknown)") }
    }

    /// Whether an audience belongs to an API of the seed or of the tenant itself; before the domain is known, each text
    /// with the path of an API of the tenant passes.
    private func hasAPI(_ audience: String, domain: String?) -> Bool {
        let wanted = TenantState.audience(audience, domain: domain)
        if apis.contains(where: { TenantState.audience($0.audience, domain: domain) == wanted }) { return true }
        let ends = ["/api/v2/", "/me/"]
        guard let domain else { return ends.contains(where: wanted.hasSuffix) }
        return ends.contains { domain + $0 == wanted }
    }

    private func checkUnique(_ values: [String?], _ place: SeedPath, _ member: String) throws(EmulatorError) {
        var seen: Set<String> = []
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            guard !value.isEmpty else { throw .seed(place[index][member], "the value must not be empty") }
            if !seen.insert(value).inserted { throw .seed(place[index][member], "the \(member) \(value) occurs twice") }
        }
    }
}

extension TenantSeed.User {
    /// The values that a login may name the user by, with the names of the members.
    var identifiers: [(member: String, value: String)] {
        [
            ("email", email?.lowercased()), ("username", username?.lowercased()), ("phone_number", phoneNumber),
        ].compactMap { member, value in value.map { (member, $0) } }
    }

    /// Refuses a user without an identifier for logins; for an account of another provider, an ID is sufficient.
    func checkIdentifier(_ connection: TenantSeed.Connection, at place: SeedPath) throws(EmulatorError) {
        guard identifiers.isEmpty, connection.strategy != .upstream || id == nil else { return }
        throw .seed(place, "a user needs an email, a username or a phone_number")
    }
}

extension [String] {
    /// The texts in an enumeration; "none" if there are none.
    fileprivate var list: String { isEmpty ? "none" : joined(separator: ", ") }
}
