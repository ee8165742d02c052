import ByteEncodings

/// An API that access tokens can be issued for.
struct API: Sendable {
    let audience: String
    let scopes: [String]
    /// The scopes that are granted only to users with the permission.
    let privileged: Set<String>
    let allowsOfflineAccess: Bool
    let dialect: Dialect

    /// The format of an API's access tokens.
    enum Dialect: String, Sendable {
        case own = "access_token"
        case ownWithPermissions = "access_token_authz"
        case standard = "rfc9068_profile"
        case standardWithPermissions = "rfc9068_profile_authz"

        /// Whether the tokens have the format of RFC 9068.
        var isStandard: Bool { self == .standard || self == .standardWithPermissions }
        /// Whether the tokens contain the user's permissions.
        var hasPermissions: Bool { self == .ownWithPermissions || self == .standardWithPermissions }
    }

    init(audience: String, scopes: [String], privileged: Set<String> = []) {
        (self.audience, self.scopes, self.privileged) = (audience, scopes, privileged)
        (allowsOfflineAccess, dialect) = (true, .own)
    }

    init(_ reader: inout SeedReader) throws(EmulatorError) {
        audience = try reader.required("audience")
        scopes = try reader.texts("scopes")
        privileged = Set(try reader.texts("privileged_scopes"))
        allowsOfflineAccess = try reader.flag("allow_offline_access", default: true)
        dialect = try reader.optional("token_dialect") { $0.string.flatMap(Dialect.init) } ?? .own
    }

    /// The Users API; scopes for the records of other users require a permission.
    static func management(domain: String) -> API {
        API(
            audience: "\(domain)/api/v2/",
            scopes: [
                "read:current_user", "create:current_user_metadata", "update:current_user_metadata",
                "delete:current_user_metadata", "update:current_user_identities", "read:users", "update:users",
            ],
            privileged: ["read:users", "update:users"])
    }

    /// The My Account API.
    static func myAccount(domain: String) -> API {
        API(
            audience: "\(domain)/me/",
            scopes: ["create", "read", "update", "delete"].map { "\($0):me:authentication_methods" }
                + ["read:me:factors"])
    }
}
