import ByteEncodings
import OpenSSLCryptography

struct UserPatch: Sendable {
    /// The attributes of the profile that a request can set.
    static let profile: Set<String> = ["given_name", "family_name", "name", "nickname", "picture"]
    private static let texts: Set<String> = ["email", "phone_number", "password", "username", "connection"]
    private static let flags: Set<String> = ["blocked", "email_verified", "verify_email", "phone_verified"]
    /// The members of a new user.
    ///
    /// - SeeAlso: [Create a user](https://auth0.com/docs/api/management/v2/users/post-users)
    private static let creation = rules(["user_id": "string"], required: ["connection": "string"])
    /// The members of an update.
    ///
    /// - SeeAlso: [Update a user](https://auth0.com/docs/api/management/v2/users/patch-users-by-id),
    ///   [`verify_password`](https://auth0.github.io/auth0.net/api/Auth0.ManagementApi.Models.UserUpdateRequest.html)
    private static let update = rules([
        "client_id": "string", "verify_phone_number": "boolean", "verify_password": "boolean",
    ])
    /// The maximum numbers of characters; the minimum is 1.
    ///
    /// - SeeAlso: [Update a user](https://auth0.com/docs/api/management/v2/users/patch-users-by-id)
    private static let lengths = [
        "given_name": 150, "family_name": 150, "name": 300, "nickname": 300, "username": 128,
    ]
    /// The attributes that an update unsets with `null`.
    private static let removable = profile.union(["email", "phone_number", "username"])

    let members: [String: JSONValue]

    /// Parses and validates the body; refuses members that the caller may not change.
    init(_ context: RequestContext, _ caller: UsersCaller) throws(Refusal) {
        let members = try context.managementBody()
        guard !members.isEmpty else { throw .invalid("Too few properties defined (0), minimum 1") }
        try Self.update.check(members.filter { $0.value != .null || !Self.removable.contains($0.key) })
        try Self.checkLengths(members)
        if !caller.scopes.contains("update:users"), members.keys.contains(where: { $0 != "user_metadata" }) {
            throw .management(
                403, "Insufficient scope, expected any of: update:users,update:users_app_metadata",
                code: "insufficient_scope")
        }
        for name in ["verify_password", "verify_phone_number"] where members[name] == .boolean(true) {
            throw .management(501, "The emulator sends no message for \(name)")
        }
        self.members = members
    }

    init(creating members: [String: JSONValue]) throws(Refusal) {
        try Self.creation.check(members)
        try Self.checkLengths(members)
        self.members = members
    }

    /// Returns the rules of a body with the members that a creation and an update have in common, and others.
    private static func rules(_ more: [String: String], required: [String: String] = [:]) -> BodyRules {
        let common: [(names: Set<String>, type: String)] = [
            (profile.union(texts), "string"), (flags, "boolean"), (["user_metadata", "app_metadata"], "object"),
        ]
        return BodyRules(
            required: required,
            optional: common.reduce(into: more) { types, group in
                for name in group.names { types[name] = group.type }
            })
    }

    private static func checkLengths(_ members: [String: JSONValue]) throws(Refusal) {
        for (name, maximum) in lengths.sorted(by: { $0.key < $1.key }) {
            guard let count = members[name]?.string?.count, !(1...maximum).contains(count) else { continue }
            let defect = count == 0 ? "short (0 chars), minimum 1" : "long (\(count) chars), maximum \(maximum)"
            throw .invalid("String is too \(defect)", on: name)
        }
    }

    /// Refuses a user name in a connection whose users have none.
    func checkUsername(in connection: Connection?) throws(Refusal) {
        guard text("username") == nil || connection?.requiresUsername == true else {
            throw .management(
                400, "Cannot set username for connection without requires_username", code: "invalid_body")
        }
    }

    func text(_ name: String) -> String? { members[name]?.string }
    func flag(_ name: String) -> Bool? { members[name]?.boolean }
    func removes(_ name: String) -> Bool { members[name] == .null }

    /// Applies the profile fields of the update; `null` removes a field.
    ///
    /// - SeeAlso: [Update a user](https://auth0.com/docs/api/management/v2/users/patch-users-by-id)
    func profile(_ profile: [String: JSONValue]) -> [String: JSONValue] {
        profile.merging(members.filter { Self.profile.contains($0.key) }) { $1 }.filter { $0.value != .null }
    }

    /// Merges metadata at the first level: `null` removes a member, an empty object removes all members.
    func merge(_ name: String, into metadata: [String: JSONValue]) -> [String: JSONValue] {
        guard let patch = members[name]?.dictionary else { return metadata }
        guard !patch.isEmpty else { return [:] }
        return metadata.merging(patch) { $1 }.filter { $0.value != .null }
    }
}

extension TenantState {
    /// Applies an update to a user completely or, on failure, not at all.
    mutating func patch(_ id: String, _ patch: UserPatch) throws(Refusal) {
        guard var user = users[id] else { return }
        let before = user.record
        if let client = patch.text("client_id") { _ = try managedClient(client) }
        if let name = patch.text("connection"), name != before.connection {
            guard connection(name) != nil else { throw .noConnection }
            throw .management(501, "The emulator updates the main identity alone, of \(before.connection) (connection)")
        }
        if let email = patch.text("email") { try change(&user.record, email: email) }
        if let number = patch.text("phone_number") {
            guard number.isPhoneNumber else { throw .invalid("Object didn't pass validation for format phone-number") }
            (user.record.phoneNumber, user.record.phoneVerified) = (number, false)
        }
        try patch.checkUsername(in: connection(user.record.connection))
        if let username = patch.text("username") {
            guard self.user(username, in: user.record.connection).map({ $0.id == id }) ?? true else {
                throw .management(400, "The specified new username already exists", code: "auth0_idp_error")
            }
            user.record.username = username
        }
        if patch.removes("email") { (user.record.email, user.record.emailVerified) = (nil, false) }
        if patch.removes("phone_number") { (user.record.phoneNumber, user.record.phoneVerified) = (nil, false) }
        if patch.removes("username") { user.record.username = nil }
        if let password = patch.text("password") { try change(&user.record, password: password) }
        user.blocked = patch.flag("blocked") ?? user.blocked
        user.record.emailVerified = patch.flag("email_verified") ?? user.record.emailVerified
        user.record.phoneVerified = patch.flag("phone_verified") ?? user.record.phoneVerified
        user.record.profile = patch.profile(user.record.profile)
        user.record.userMetadata = patch.merge("user_metadata", into: user.record.userMetadata)
        user.record.appMetadata = patch.merge("app_metadata", into: user.record.appMetadata)
        user.updatedAt = clock.now
        users[id] = user
        if patch.flag("verify_email") == true, let email = user.record.email { sendAddressConfirmation(to: id, email) }
        // The service ends the sessions of a user who has another password or address, or whose address is no longer
        // verified.
        let isOther = user.record.email != before.email || (before.emailVerified && !user.record.emailVerified)
        if isOther || patch.text("password") != nil { endSessions(of: id) }
    }

    private func change(_ record: inout User.Record, email: String) throws(Refusal) {
        guard email.isAddress else { throw .invalid("Object didn't pass validation for format email: \(email)") }
        guard user(email, in: record.connection).map({ $0.id == record.id }) ?? true else {
            throw .management(400, "The specified new email already exists", code: "auth0_idp_error")
        }
        (record.email, record.emailVerified) = (email, false)
    }

    private mutating func change(_ record: inout User.Record, password: String) throws(Refusal) {
        guard let connection = connection(record.connection), connection.policy.accepts(password) else {
            throw .management(400, "PasswordStrengthError: Password is too weak", code: "auth0_idp_error")
        }
        guard !connection.isUsed(password, replacing: record.password) else {
            throw .management(400, "PasswordHistoryError: Password has previously been used", code: "auth0_idp_error")
        }
        record.password = try managedHash(password)
        tokens.refresh.revokeAll { $0.userID == record.id }
    }

    func managedHash(_ password: String) throws(Refusal) -> PasswordHash {
        guard let hash = try? hash(password) else { throw .management(500, "Cannot store the password") }
        return hash
    }
}

extension Refusal {
    static var noConnection: Refusal {
        .management(400, "The connection does not exist.", code: "inexistent_connection")
    }

    /// The refusal of a body of the Management API, with its defect and the member that has it.
    static func invalid(_ what: String, on name: String? = nil) -> Refusal {
        let place = name.map { " on property \($0)" } ?? ""
        return .management(400, "Payload validation error: '\(what)'\(place).", code: "invalid_body")
    }
}
