import ByteEncodings
import FoundationEssentials
import OpenSSLCryptography

/// The JSON form of the state in a state file; passkeys, browser sessions and codes end with the tenant.
extension TenantState {
    /// The members of the whole file.
    func kept(version: Int) -> JSONValue {
        var members = keptParts
        members["version"] = version.json
        members["users"] = .array(users.sorted.map { $0.kept(domain: domain) })
        members["refresh_tokens"] = tokens.refresh.kept
        return members.json
    }

    /// The members that are written whenever one of them has changed.
    var keptParts: [String: JSONValue] {
        [
            "keys": keys.kept, "revocations": tokens.keptRevocations,
            "clients": keptClients,
            "roles": .array(
                roles.map { role in
                    JSONValue.members([
                        "id": role.id, "name": role.name, "description": role.description,
                        "permissions": role.permissions.kept(domain: domain), "members": role.members.sorted(),
                    ])
                }),
            "organizations": .array(
                organizations.map { organization in
                    Organization.fields.written(organization).merging([
                        "member_roles": organization.memberRoles.mapValues { $0.sorted().json }.json,
                        "branding": organization.branding.json, "metadata": organization.metadata.json,
                    ]) { $1 }.json
                }),
            "consents": .object(
                sessions.consents.map { JSONValue.Member(name: $0.text, value: $1.sorted().json) }
                    .sorted { $0.name < $1.name }),
        ]
    }

    /// Starts to track changes; the file that contains the earlier changes is written as a whole.
    mutating func trackChanges() {
        users.trackChanges()
        tokens.refresh.trackChanges()
        isReplaced = false
    }

    /// Returns the changes since the last call.
    mutating func takeChanges() -> StateChanges {
        let users = users.takeChanges().sorted().map { id in
            JSONValue.Member(name: id, value: self.users[id]?.kept(domain: domain) ?? .null)
        }
        let families = tokens.refresh.takeChanges().sorted().map { number in
            JSONValue.Member(name: String(number), value: tokens.refresh.kept(number))
        }
        return StateChanges(parts: keptParts, users: users, families: families)
    }

    /// Applies the members of a file; changes nothing if it is not complete.
    mutating func restore(_ json: JSONValue) throws(EmulatorError) {
        func list(_ name: String) throws(EmulatorError) -> [JSONValue] {
            guard let elements = json[name]?.elements else {
                throw EmulatorError(.system, "the list \(name) is missing")
            }
            return elements
        }
        var restored = self
        if let keys = json["keys"] { try restored.keys.restore(keys) }
        if let clients = json["clients"] { try restored.restore(clients: clients) }
        let kept = try list("users")
        let people = kept.compactMap { User(kept: $0, at: clock.now, domain: domain) }
        guard people.count == kept.count else { throw EmulatorError(.system, "a user is damaged") }
        restored.users = UserDirectory(people)
        restored.roles = try list("roles").compactMap { Role($0, domain: domain) }
        restored.restore(organizations: try list("organizations"))
        guard let consents = json["consents"]?.dictionary else {
            throw EmulatorError(.system, "the member consents is missing")
        }
        for (text, scopes) in consents {
            if let consent = restored.consent(text) { restored.sessions.consents[consent] = Set(scopes.texts) }
        }
        guard let refresh = json["refresh_tokens"].flatMap({ RefreshTokens(kept: $0, restored.organizations) }) else {
            throw EmulatorError(.system, "the refresh tokens are damaged")
        }
        restored.tokens.refresh = refresh
        restored.tokens.restore(revocations: json["revocations"])
        self = restored
    }

    /// Reads the owners of a consent. Files of earlier versions have them without percent-encoding, so the users and
    /// clients determine where they end.
    private func consent(_ text: String) -> UserAtClient? {
        let decoded = UserAtClient(text)
        if let decoded, users[decoded.userID] != nil { return decoded }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        func joined(_ range: Range<Int>) -> String { words[range].joined(separator: " ") }
        for start in 1..<max(1, words.count) where users[joined(0..<start)] != nil {
            for end in start + 1..<words.count where client(joined(start..<end)) != nil {
                return UserAtClient(
                    userID: joined(0..<start), clientID: joined(start..<end), audience: joined(end..<words.count))
            }
        }
        return decoded
    }

    /// Replaces the organizations of the seed with the organizations of a file.
    private mutating func restore(organizations groups: [JSONValue]) {
        organizations = groups.compactMap { group in
            guard let id = group["id"]?.string, let name = group["name"]?.string else { return nil }
            var organization = organizations.first { $0.id == id } ?? Organization(id: id, name: name)
            (organization.name, organization.displayName) = (name, group["display_name"]?.string ?? name)
            organization.members = userIDs(group["members"]?.texts ?? [])
            organization.memberRoles = (group["member_roles"]?.dictionary ?? [:]).mapValues { Set($0.texts) }
            organization.branding = group["branding"]?.dictionary ?? [:]
            organization.metadata = group["metadata"]?.dictionary ?? [:]
            // Files of earlier versions do not have them.
            organization.connections = group["connections"]?.texts ?? organization.connections
            organization.assignsMembershipOnLogin =
                group["assign_membership_on_login"]?.boolean ?? organization.assignsMembershipOnLogin
            return organization
        }
    }
}

extension [String: Set<String>] {
    /// The scopes by audience, without the domain, because its port may change at the next start.
    fileprivate func kept(domain: String) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for (audience, scopes) in self { members[audience.withPlaceholder(for: domain)] = scopes.sorted().json }
        return members.json
    }

    fileprivate init(kept: JSONValue?, domain: String) {
        self.init(
            (kept?.dictionary ?? [:]).map { (TenantState.audience($0, domain: domain), Set($1.texts)) },
            uniquingKeysWith: { $0.union($1) })
    }
}

extension JSONValue {
    /// The texts of an array; other elements are omitted.
    var texts: [String] { (elements ?? []).compactMap(\.string) }
}

extension Role {
    fileprivate init?(_ kept: JSONValue, domain: String) {
        guard let id = kept["id"]?.string, let name = kept["name"]?.string else { return nil }
        self.init(
            id: id, name: name, description: kept["description"]?.string ?? name,
            permissions: [String: Set<String>](kept: kept["permissions"], domain: domain),
            members: Set(kept["members"]?.texts ?? []))
    }
}

extension User.Record {
    fileprivate var kept: JSONValue {
        .members([
            "id": id, "connection": connection, "provider": provider, "email": email, "email_verified": emailVerified,
            "username": username, "phone_number": phoneNumber, "phone_verified": phoneVerified,
            "profile": profile.json, "user_metadata": userMetadata.json, "app_metadata": appMetadata.json,
            "password": password.map { hash in
                let parts = hash.parts
                return JSONValue.members([
                    "salt": Base64URL.encode(parts.salt), "iterations": parts.iterations,
                    "hash": Base64URL.encode(parts.derived),
                ])
            },
        ])
    }

    fileprivate init?(kept: JSONValue) {
        guard let id = kept["id"]?.string, let connection = kept["connection"]?.string,
            let provider = kept["provider"]?.string
        else { return nil }
        self.init(id: id, connection: connection, provider: provider)
        (email, emailVerified) = (kept["email"]?.string, kept["email_verified"]?.boolean ?? false)
        (phoneNumber, phoneVerified) = (kept["phone_number"]?.string, kept["phone_verified"]?.boolean ?? false)
        (username, profile) = (kept["username"]?.string, kept["profile"]?.dictionary ?? [:])
        userMetadata = kept["user_metadata"]?.dictionary ?? [:]
        appMetadata = kept["app_metadata"]?.dictionary ?? [:]
        if let hash = kept["password"], let salt = hash["salt"]?.string.flatMap({ try? Base64URL.decode($0) }),
            let derived = hash["hash"]?.string.flatMap({ try? Base64URL.decode($0) }),
            let iterations = hash["iterations"]?.integer
        {
            password = PasswordHash(salt: salt, iterations: iterations, derived: derived)
        }
    }
}

extension User {
    fileprivate func kept(domain: String) -> JSONValue {
        .members([
            "record": record.kept, "linked": linked.map(\.kept), "blocked": blocked,
            "permissions": permissions.kept(domain: domain),
            "login_refusal": loginRefusal.map { JSONValue.members(["status": $0.status, "body": $0.body]) },
            // The passkey itself is not kept.
            "authentication_methods": authenticationMethods.filter { $0.type != "passkey" }.map { method in
                JSONValue.members(["id": method.id, "type": method.type, "fields": method.fields.json])
            },
            "second_factors": secondFactors.map(\.kept), "recovery_code": recoveryCode,
            "mfa_required": requiresSecondFactor, "created_at": createdAt.timeIntervalSince1970.json,
            "updated_at": updatedAt.timeIntervalSince1970.json, "last_login": lastLogin?.timeIntervalSince1970.json,
            "last_ip": lastAddress, "logins": logins,
        ])
    }

    fileprivate init?(kept: JSONValue, at now: Date, domain: String) {
        guard let record = kept["record"].flatMap(Record.init) else { return nil }
        self.init(record: record, at: now)
        linked = (kept["linked"]?.elements ?? []).compactMap(Record.init)
        blocked = kept["blocked"]?.boolean
        permissions = [String: Set<String>](kept: kept["permissions"], domain: domain)
        if let refusal = kept["login_refusal"], let status = refusal["status"]?.integer, let body = refusal["body"] {
            loginRefusal = LoginRefusal(status: status, body: body)
        }
        authenticationMethods = (kept["authentication_methods"]?.elements ?? []).compactMap { method in
            guard let id = method["id"]?.string, let type = method["type"]?.string else { return nil }
            return AuthenticationMethod(id: id, type: type, fields: method["fields"]?.dictionary ?? [:])
        }
        secondFactors = (kept["second_factors"]?.elements ?? []).compactMap(SecondFactor.init)
        (recoveryCode, requiresSecondFactor) = (kept["recovery_code"]?.string, kept["mfa_required"]?.boolean ?? false)
        func date(_ name: String) -> Date? { kept[name]?.double.map { Date(timeIntervalSince1970: $0) } }
        (createdAt, updatedAt, lastLogin) = (date("created_at") ?? now, date("updated_at") ?? now, date("last_login"))
        (logins, lastAddress) = (kept["logins"]?.integer ?? 0, kept["last_ip"]?.string)
    }
}

extension Double { fileprivate var json: JSONValue { .double(self) } }

extension SecondFactor {
    fileprivate var kept: JSONValue {
        .members(["id": id, "type": type, "target": kind.target, "confirmed": isConfirmed])
    }

    fileprivate init?(_ kept: JSONValue) {
        guard let id = kept["id"]?.string, let isConfirmed = kept["confirmed"]?.boolean,
            let kind = Kind(kept["type"]?.string, target: kept["target"]?.string ?? "")
        else { return nil }
        self.init(id: id, kind: kind, isConfirmed: isConfirmed)
    }
}
