import ByteEncodings
import FoundationEssentials

extension User {
    /// The names of the members in addition to the profile.
    static let memberNames = [
        "user_id", "created_at", "updated_at", "identities", "email", "email_verified", "username", "phone_number",
        "phone_verified", "user_metadata", "app_metadata", "blocked", "last_login", "last_ip", "logins_count",
    ]

    var managed: [String: JSONValue] {
        Self.memberNames.reduce(into: record.profile) { members, name in members[name] = member(name) }
    }

    func member(_ name: String) -> JSONValue? {
        switch name {
        case "user_id": .string(id)
        case "created_at": .string(createdAt.timestamp)
        case "updated_at": .string(updatedAt.timestamp)
        case "identities": .array(identities)
        case "email": record.email.map(JSONValue.string)
        case "email_verified": record.email.map { _ in .boolean(record.emailVerified) }
        case "username": record.username.map(JSONValue.string)
        case "phone_number": record.phoneNumber.map(JSONValue.string)
        case "phone_verified": record.phoneNumber.map { _ in .boolean(record.phoneVerified) }
        case "user_metadata": record.userMetadata.isEmpty ? nil : record.userMetadata.json
        case "app_metadata": record.appMetadata.isEmpty ? nil : record.appMetadata.json
        case "blocked": isBlocked ? .boolean(true) : nil
        case "last_login": lastLogin.map { .string($0.timestamp) }
        case "last_ip": lastAddress.map(JSONValue.string)
        case "logins_count": .integer(logins)
        default: record.profile[name]
        }
    }

    /// The authentication methods and the second factors, which a seed lists separately.
    ///
    /// - SeeAlso: [Get a list of authentication
    ///   methods](https://auth0.com/docs/api/management/v2/users/get-authentication-methods)
    var managedMethods: [JSONValue] {
        let known = Set(authenticationMethods.map(\.id))
        let factors = secondFactors.filter { !known.contains($0.id) }.map { factor in
            JSONValue.members([
                "id": factor.id, "type": factor.type == "otp" ? "totp" : factor.type, "confirmed": factor.isConfirmed,
                "name": factor.name, "created_at": createdAt.timestamp,
            ])
        }
        guard recoveryCode != nil, !authenticationMethods.contains(where: { $0.type == "recovery-code" }) else {
            return authenticationMethods.map(\.json) + factors
        }
        let recovery = JSONValue.members([
            "id": recoveryCodeID, "type": "recovery-code", "confirmed": true, "created_at": createdAt.timestamp,
        ])
        return authenticationMethods.map(\.json) + factors + [recovery]
    }

    var recoveryCodeID: String { "recovery-code|dev_\(record.localID)" }

    var identities: [JSONValue] {
        [record.identity(isPrimary: true)] + linked.map { $0.identity(isPrimary: false) }
    }
}

extension User.Record {
    fileprivate func identity(isPrimary: Bool) -> JSONValue {
        var profile = profile
        profile["email"] = email.map(JSONValue.string)
        if email != nil { profile["email_verified"] = .boolean(emailVerified) }
        profile["phone_number"] = phoneNumber.map(JSONValue.string)
        return .members([
            "connection": connection, "user_id": localID, "provider": provider,
            "isSocial": isUpstream,
            "profileData": isPrimary ? nil : profile,
        ])
    }
}
