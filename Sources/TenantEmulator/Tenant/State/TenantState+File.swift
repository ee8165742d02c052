import ByteEncodings
import FoundationEssentials
import OpenSSLCryptography

/// The JSON form of what a state file keeps.
///
/// Passkeys, browser sessions and codes are not kept: their values are for one start.
extension TenantState {
    /// The members of the file.
    func kept(version: Int) -> JSONValue {
        .members([
            "version": version,
            "users": users.values.sorted { $0.id < $1.id }.map(\.kept),
            "roles": roles.map { role in
                JSONValue.members([
                    "id": role.id, "name": role.name, "description": role.description,
                    "permissions": role.permissions.mapValues { $0.sorted().json }, "members": role.members.sorted(),
                ])
            },
            "organizations": organizations.map { organization in
                JSONValue.members([
                    "id": organization.id, "name": organization.name, "display_name": organization.displayName,
                    "members": organization.members.sorted(),
                ])
            },
            "consents": sessions.consents.mapValues { $0.sorted().json },
            "refresh_tokens": tokens.refresh.kept,
        ])
    }

    /// Applies the members of a file.
    ///
    /// - Returns: Whether the file is complete; if not, nothing is changed.
    mutating func restore(_ json: JSONValue) -> Bool {
        guard let kept = json["users"]?.elements, let groups = json["organizations"]?.elements,
            let roles = json["roles"]?.elements?.compactMap(Role.init), let consents = json["consents"]?.dictionary
        else { return false }
        let people = kept.compactMap { User(kept: $0, at: clock.now) }
        var restored = self
        restored.restore(organizations: groups)
        guard people.count == kept.count,
            let refresh = json["refresh_tokens"].flatMap({ RefreshTokens(kept: $0, restored.organizations) })
        else { return false }
        restored.users = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
        restored.roles = roles
        restored.sessions.consents = consents.mapValues { Set($0.texts) }
        restored.tokens.refresh = refresh
        self = restored
        return true
    }

    private mutating func restore(organizations groups: [JSONValue]) {
        for group in groups {
            guard let id = group["id"]?.string, let name = group["name"]?.string else { continue }
            let members = Set(group["members"]?.texts ?? [])
            if let index = organizations.firstIndex(where: { $0.id == id }) {
                organizations[index].members = members
            } else {
                organizations.append(
                    Organization(id: id, name: name, displayName: group["display_name"]?.string, members: members))
            }
        }
    }
}

extension JSONValue {
    /// The texts of an array; other elements are omitted.
    var texts: [String] { (elements ?? []).compactMap(\.string) }
}

extension Role {
    fileprivate init?(_ kept: JSONValue) {
        guard let id = kept["id"]?.string, let name = kept["name"]?.string else { return nil }
        self.init(
            id: id, name: name, description: kept["description"]?.string ?? name,
            permissions: (kept["permissions"]?.dictionary ?? [:]).mapValues { Set($0.texts) },
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
    fileprivate var kept: JSONValue {
        .members([
            "record": record.kept, "linked": linked.map(\.kept), "blocked": isBlocked,
            "permissions": permissions.mapValues { $0.sorted().json },
            "login_refusal": loginRefusal.map { JSONValue.members(["status": $0.status, "body": $0.body]) },
            // The passkey itself is not kept.
            "authentication_methods": authenticationMethods.filter { $0.type != "passkey" }.map { method in
                JSONValue.members(["id": method.id, "type": method.type, "fields": method.fields.json])
            },
            "second_factors": secondFactors.map(\.kept), "recovery_code": recoveryCode,
            "mfa_required": requiresSecondFactor, "created_at": createdAt.timeIntervalSince1970.json,
            "updated_at": updatedAt.timeIntervalSince1970.json, "last_login": lastLogin?.timeIntervalSince1970.json,
            "logins": logins,
        ])
    }

    fileprivate init?(kept: JSONValue, at now: Date) {
        guard let record = kept["record"].flatMap(Record.init) else { return nil }
        self.init(record: record, at: now)
        linked = (kept["linked"]?.elements ?? []).compactMap(Record.init)
        isBlocked = kept["blocked"]?.boolean ?? false
        permissions = (kept["permissions"]?.dictionary ?? [:]).mapValues { Set($0.texts) }
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
        logins = kept["logins"]?.integer ?? 0
    }
}

extension Double { fileprivate var json: JSONValue { .double(self) } }

extension SecondFactor {
    fileprivate var kept: JSONValue {
        let target: String? =
            switch kind {
            case .app(let secret): secret
            case .sms(let number): number
            case .email(let address): address
            case .push: nil
            }
        return .members(["id": id, "type": type, "target": target, "confirmed": isConfirmed])
    }

    fileprivate init?(_ kept: JSONValue) {
        guard let id = kept["id"]?.string, let isConfirmed = kept["confirmed"]?.boolean else { return nil }
        let target = kept["target"]?.string ?? ""
        switch kept["type"]?.string {
        case "otp": self.init(id: id, kind: .app(secret: target), isConfirmed: isConfirmed)
        case "phone": self.init(id: id, kind: .sms(number: target), isConfirmed: isConfirmed)
        case "email": self.init(id: id, kind: .email(address: target), isConfirmed: isConfirmed)
        case "push-notification": self.init(id: id, kind: .push, isConfirmed: isConfirmed)
        default: return nil
        }
    }
}
