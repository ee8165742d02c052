import ByteEncodings
import FoundationEssentials
import OpenSSLCryptography

struct User: Sendable {
    /// An account of one connection.
    struct Record: Sendable {
        var id: String
        var connection: String
        var provider: String
        /// The e-mail address; in lower case where the tenant is the provider, as the service stores it.
        ///
        /// - SeeAlso: [Get Users by
        ///   Email](https://auth0.com/docs/manage-users/user-search/retrieve-users-with-get-users-by-email-endpoint)
        var email: String? {
            didSet { if !isUpstream { email = email?.lowercased() } }
        }
        var emailVerified = false
        var username: String?
        var phoneNumber: String?
        var phoneVerified = false
        var password: PasswordHash?
        var profile: [String: JSONValue] = [:]
        var userMetadata: [String: JSONValue] = [:]
        var appMetadata: [String: JSONValue] = [:]

        /// Whether another provider has the account.
        var isUpstream: Bool { [nil, .upstream].contains(Connection.Strategy.Kind(rawValue: provider)) }
        /// The identifier without the provider.
        var localID: String { String(id.drop { $0 != "|" }.dropFirst()) }
    }

    var record: Record
    /// The WebAuthn user handle, which reveals nothing about the user.
    let handle = Secrets.bytes(16)
    /// The accounts that were linked to this one.
    var linked: [Record] = []
    /// Whether the user is blocked; `nil` until a program has blocked or unblocked the user.
    var blocked: Bool?
    var permissions: [String: Set<String>] = [:]
    var loginRefusal: LoginRefusal?
    var authenticationMethods: [AuthenticationMethod] = []
    var secondFactors: [SecondFactor] = []
    var recoveryCode: String?
    var requiresSecondFactor = false
    var createdAt: Date
    var updatedAt: Date
    var lastLogin: Date?
    /// The address of the client of the last login.
    var lastAddress: String?
    var logins = 0

    var id: String { record.id }
    var isBlocked: Bool { blocked == true }

    /// The refusal of a login in the browser; a login that requires verification succeeds there, because a person is
    /// present.
    var refusalInBrowser: LoginRefusal? {
        loginRefusal?.body["error"]?.string == "requires_verification" ? nil : loginRefusal
    }

    init(record: Record, at now: Date) {
        self.record = record
        (createdAt, updatedAt) = (now, now)
    }
}

extension User.Record {
    /// The profile of a user for whom no other values are given.
    var defaultProfile: [String: JSONValue] {
        let nickname = username ?? email.map { String($0.prefix { $0 != "@" }) } ?? ""
        return [
            "name": .string(email ?? username ?? phoneNumber ?? ""),
            "nickname": .string(nickname),
            "picture": .string("https://cdn.auth0.com/avatars/\(nickname.prefix(2).lowercased()).png"),
        ]
    }

    /// Whether `identifier` is the e-mail address, user name or phone number of the account.
    func isCalled(_ identifier: String) -> Bool {
        email?.lowercased() == identifier.lowercased() || username?.lowercased() == identifier.lowercased()
            || phoneNumber == identifier
    }
}

/// The error response that a user receives instead of tokens after the correct password.
struct LoginRefusal: Sendable {
    let status: Int
    let body: JSONValue

    init(status: Int, body: JSONValue) { (self.status, self.body) = (status, body) }

    init(_ seed: TenantSeed.User.LoginRefusal, at place: SeedPath) throws(EmulatorError) {
        (status, body) = (seed.status, try JSONValue.members(ofSeed: seed.body, place["body"]).json)
    }
}

/// An authentication method of a user, in the form of the My Account API.
struct AuthenticationMethod: Sendable {
    let id: String
    let type: String
    var fields: [String: JSONValue]

    init(id: String, type: String, fields: [String: JSONValue]) {
        (self.id, self.type, self.fields) = (id, type, fields)
    }

    init(_ seed: TenantSeed.User.AuthenticationMethod, at place: SeedPath) throws(EmulatorError) {
        (id, type) = (seed.id, seed.type)
        fields = try JSONValue.members(ofSeed: seed.fields, place["fields"])
    }

    var json: JSONValue {
        var members = fields
        members["id"] = .string(id)
        members["type"] = .string(type)
        members["created_at"] = members["created_at"] ?? .string("2026-01-01T00:00:00.000Z")
        members["usage"] = members["usage"] ?? .array([.string("secondary")])
        return members.json
    }
}
