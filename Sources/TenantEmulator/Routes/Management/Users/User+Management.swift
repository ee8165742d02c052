import ByteEncodings
import FoundationEssentials

extension User {
    /// The members in addition to the profile.
    ///
    /// - SeeAlso: [A recording of the service, with the members of a new
    ///   user](https://github.com/auth0/go-auth0/blob/main/test/data/recordings/TestUserManager_Read.yaml)
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
        "blocked": { $0.blocked?.json },
        "last_login": { $0.lastLogin?.timestamp.json },
        "last_ip": { $0.lastAddress?.json },
        "logins_count": { $0.logins == 0 ? nil : .integer($0.logins) },
    ]

    static var memberNames: some Sequence<String> { members.keys }

    var managed: [String: JSONValue] {
        Self.members.reduce(into: record.profile) { members, member in members[member.key] = member.value(self) }
    }

    func member(_ name: String) -> JSONValue? { Self.members[name].map { $0(self) } ?? record.profile[name] }

    var identities: [JSONValue] { [record.identity(withProfile: false)] + linked.map { $0.identity() } }

    /// The identities in the response to a link, in which each has its profile.
    ///
    /// - SeeAlso: [A recording of the
    ///   service](https://github.com/auth0/go-auth0/blob/main/test/data/recordings/TestUserManager_Unlink.yaml)
    var linkedIdentities: [JSONValue] { ([record] + linked).map { $0.identity() } }
}

extension User.Record {
    fileprivate func identity(withProfile: Bool = true) -> JSONValue {
        var profile = profile
        profile["username"] = username?.json
        profile["email"] = email.map(JSONValue.string)
        if email != nil { profile["email_verified"] = .boolean(emailVerified) }
        profile["phone_number"] = phoneNumber.map(JSONValue.string)
        return .members([
            "connection": connection, "user_id": localID, "provider": provider,
            "isSocial": isUpstream,
            "profileData": withProfile ? profile : nil,
        ])
    }
}
