import ByteEncodings
import FoundationEssentials

extension User {
    /// The members in addition to the profile.
    private static let members: [String: @Sendable (User) -> JSONValue?] = [
        "user_id": { .string($0.id) },
        "created_at": { .string($0.createdAt.timestamp) },
        "updated_at": { .string($0.updatedAt.timestamp) },
        "identities": { .array($0.identities) },
        "email": { $0.record.email?.json },
        "email_verified": { $0.record.email == nil ? nil : .boolean($0.record.emailVerified) },
        "username": { $0.record.username?.json },
        "phone_number": { $0.record.phoneNumber?.json },
        "phone_verified": { $0.record.phoneNumber == nil ? nil : .boolean($0.record.phoneVerified) },
        "user_metadata": { $0.record.userMetadata.isEmpty ? nil : $0.record.userMetadata.json },
        "app_metadata": { $0.record.appMetadata.isEmpty ? nil : $0.record.appMetadata.json },
        "blocked": { $0.isBlocked ? .boolean(true) : nil },
        "last_login": { $0.lastLogin?.timestamp.json },
        "last_ip": { $0.lastAddress?.json },
        "logins_count": { .integer($0.logins) },
    ]

    static var memberNames: some Sequence<String> { members.keys }

    var managed: [String: JSONValue] {
        Self.members.reduce(into: record.profile) { members, member in members[member.key] = member.value(self) }
    }

    func member(_ name: String) -> JSONValue? { Self.members[name].map { $0(self) } ?? record.profile[name] }

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
