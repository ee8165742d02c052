/// An API of a running tenant.
typealias API = TenantSeed.API

extension TenantSeed {
    /// An API that access tokens can be issued for.
    public struct API: Sendable {
        /// The audience of the API's access tokens.
        public var audience: String
        /// The scopes of the API.
        public var scopes: [String]
        /// The scopes that are granted only to users with the permission.
        public var privilegedScopes: Set<String> = []
        /// The types of authorization details that the API knows.
        ///
        /// - SeeAlso: [RFC 9396 §2](https://www.rfc-editor.org/rfc/rfc9396#section-2)
        public var authorizationDetailsTypes: [String] = []
        /// Whether clients of the API can receive refresh tokens.
        public var allowsOfflineAccess = true
        /// The format of the API's access tokens.
        public var tokenDialect = TokenDialect.auth0

        /// Creates an API.
        ///
        /// - Parameters:
        ///   - audience: The audience of the API's access tokens.
        ///   - scopes: The scopes of the API; none by default.
        ///   - privilegedScopes: The scopes that are granted only to users with the permission; none by default.
        ///   - authorizationDetailsTypes: The types of authorization details that the API knows; none by default.
        public init(
            audience: String, scopes: [String] = [], privilegedScopes: Set<String> = [],
            authorizationDetailsTypes: [String] = []
        ) {
            (self.audience, self.scopes, self.privilegedScopes) = (audience, scopes, privilegedScopes)
            self.authorizationDetailsTypes = authorizationDetailsTypes
        }
    }
}

extension TenantSeed.API {
    /// The format of an API's access tokens.
    public struct TokenDialect: Sendable, Hashable {
        enum Kind: String, CaseIterable {
            case auth0 = "access_token"
            case auth0WithPermissions = "access_token_authz"
            case rfc9068 = "rfc9068_profile"
            case rfc9068WithPermissions = "rfc9068_profile_authz"
        }

        var kind: Kind

        /// The service's own format.
        public static let auth0 = TokenDialect(kind: .auth0)
        /// The service's own format, with the user's permissions.
        public static let auth0WithPermissions = TokenDialect(kind: .auth0WithPermissions)
        /// The format of [RFC 9068](https://www.rfc-editor.org/rfc/rfc9068).
        public static let rfc9068 = TokenDialect(kind: .rfc9068)
        /// The format of [RFC 9068](https://www.rfc-editor.org/rfc/rfc9068), with the user's permissions.
        public static let rfc9068WithPermissions = TokenDialect(kind: .rfc9068WithPermissions)

        /// Whether the tokens have the format of RFC 9068.
        var isStandard: Bool { kind == .rfc9068 || kind == .rfc9068WithPermissions }
        /// Whether the tokens contain the user's permissions.
        var hasPermissions: Bool { kind == .auth0WithPermissions || kind == .rfc9068WithPermissions }
    }
}

extension API {
    /// The Management API; scopes for more than the user's own record require a permission.
    static func management(domain: String) -> API {
        API(
            audience: "\(domain)/api/v2/",
            scopes: [
                "read:current_user", "create:current_user_metadata", "update:current_user_metadata",
                "delete:current_user_metadata", "update:current_user_identities",
            ] + Route.managementScopes,
            privilegedScopes: Set(Route.managementScopes))
    }

    static func myAccount(domain: String) -> API {
        API(
            audience: "\(domain)/me/",
            scopes: ["create", "read", "update", "delete"].map { "\($0):me:authentication_methods" }
                + ["read:me:factors"])
    }
}
