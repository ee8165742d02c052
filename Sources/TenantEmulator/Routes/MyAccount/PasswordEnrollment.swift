import ByteEncodings
import OpenSSLCryptography

extension TenantState {
    /// Changes the password of the user's account in a connection.
    mutating func changePassword(of user: User, in name: String, to password: String) throws(Refusal) {
        guard let connection = connection(name), connection.policy.accepts(password) else {
            throw .invalid("new_password", "is too weak")
        }
        guard !connection.usedPasswords.contains(password),
            user.password(in: name)?.matches(password) != true
        else { throw .invalid("new_password", "was used before") }
        guard let stretched = try? hash(password) else { return }
        users[user.id]?.setPassword(stretched, in: name)
    }
}

extension User {
    fileprivate func password(in connection: String) -> PasswordHash? {
        ([record] + linked).first { $0.connection == connection }?.password
    }

    fileprivate mutating func setPassword(_ password: PasswordHash, in connection: String) {
        if record.connection == connection { return record.password = password }
        guard let index = linked.firstIndex(where: { $0.connection == connection }) else { return }
        linked[index].password = password
    }
}

extension PasswordPolicy {
    /// The JSON form of the My Account API.
    var described: JSONValue {
        .members([
            "complexity": JSONValue.members([
                "min_length": minimumLength, "character_types": ["uppercase", "lowercase", "number", "special"],
                "character_type_rule": self == .good ? "three_of_four" : "all",
                "identical_characters": "allow", "sequential_characters": "allow", "max_length_exceeded": "truncate",
            ]),
            "profile_data": JSONValue.members(["active": false, "blocked_fields": [String]()]),
            "history": JSONValue.members(["active": false, "size": 5]),
            "dictionary": JSONValue.members(["active": false, "default": "en_10k"]),
        ])
    }
}
