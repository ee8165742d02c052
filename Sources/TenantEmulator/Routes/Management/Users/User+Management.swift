import ByteEncodings
import FoundationEssentials

extension User {
    /// The user in the form of the Users API.
    var managed: [String: JSONValue] {
        var members = record.profile
        members["user_id"] = .string(id)
        members["created_at"] = .string(createdAt.timestamp)
        members["updated_at"] = .string(updatedAt.timestamp)
        members["identities"] = .array(identities)
        members["email"] = record.email.map(JSONValue.string)
        if record.email != nil { members["email_verified"] = .boolean(record.emailVerified) }
        members["username"] = record.username.map(JSONValue.string)
        members["phone_number"] = record.phoneNumber.map(JSONValue.string)
        if record.phoneNumber != nil { members["phone_verified"] = .boolean(record.phoneVerified) }
        if !record.userMetadata.isEmpty { members["user_metadata"] = record.userMetadata.json }
        if !record.appMetadata.isEmpty { members["app_metadata"] = record.appMetadata.json }
        if isBlocked { members["blocked"] = .boolean(true) }
        members["last_login"] = lastLogin.map { .string($0.timestamp) }
        members["last_ip"] = lastAddress.map(JSONValue.string)
        members["logins_count"] = .integer(logins)
        return members
    }

    /// The primary account and the linked accounts.
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
            "connection": connection, "user_id": localID, "provider": provider, "isSocial": false,
            "profileData": isPrimary ? nil : profile,
        ])
    }
}
