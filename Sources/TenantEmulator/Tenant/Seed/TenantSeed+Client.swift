public import JOSE

/// A client of a running tenant.
typealias Client = TenantSeed.Client

extension TenantSeed {
    /// An application that may request tokens.
    public struct Client: Sendable {
        /// The client ID.
        public var id: String
        /// The name that users see.
        public var name: String
        /// The client secret; `nil` for a client without one.
        public var secret: String?
        /// The public keys of client assertions and request objects; `nil` for a client without keys.
        public var keys: JSONWebKeySet?
        /// The method of client authentication.
        ///
        /// `nil` means `private_key_jwt` if the client has keys, the secret in the header or in the body if it has a
        /// secret, and no authentication otherwise.
        public var authentication: Authentication?
        /// The allowed redirect URIs, which are compared exactly, as Auth0 does; see ``allowsAnyLoopbackPort``.
        ///
        /// Here, and in the logout targets and the origins, a `*` in the first label of a host, such as
        /// `https://*.example.com/callback`, matches a part of one label.
        ///
        /// - SeeAlso: [Subdomain URL
        ///   Placeholders](https://auth0.com/docs/get-started/applications/wildcards-for-subdomains)
        public var callbacks: [String]
        /// The allowed targets of redirects after a logout, which are compared exactly; see ``allowsAnyLoopbackPort``.
        public var logoutURLs: [String]
        /// The origins whose scripts may send requests as the client, such as `http://localhost:3000`; the origins of
        /// ``callbacks`` may do so, too.
        public var allowedOrigins: [String] = []
        /// The origins whose pages may log in silently, in a frame with `response_mode=web_message`, and whose scripts
        /// may send requests; as for Auth0, the origins of ``callbacks`` are not included.
        ///
        /// - SeeAlso: [A sample with both settings](https://github.com/auth0-samples/oidc-sso-sample)
        public var webOrigins: [String] = []
        /// The URL at which the client receives a logout token when the session of a browser ends; `nil` for none.
        ///
        /// The tenant sends tokens only to `http` URLs on loopback; for any other URL
        /// ``EmulatedTenant/logoutToken(for:clientID:session:tampering:)`` creates the token.
        ///
        /// - SeeAlso: [OpenID Connect Back-Channel Logout
        ///   §2.2](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRegistration)
        public var backChannelLogoutURL: String?
        /// The page that begins a login, to which invitations lead; `nil` for a redirect URI.
        var loginURL: String?
        /// The allowed grant types; empty for all.
        public var grantTypes: [String] = []
        /// Whether redirect URIs on `127.0.0.1` and `[::1]` may have any port; `false` by default, as for Auth0.
        ///
        /// - SeeAlso: [RFC 8252 §7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3)
        public var allowsAnyLoopbackPort = false
        /// The scopes that the client may request for itself (`client_credentials`), by the identifier of the API;
        /// `nil`, the default, for every scope of every API. `{domain}` at the start of an identifier is the tenant's
        /// domain.
        ///
        /// Scopes that the API does not have are granted, too: the tenant knows only the scopes of the Management API
        /// that it serves.
        public var clientGrants: [String: [String]]?
        /// Whether each renewal replaces the refresh token, and how long a replaced token works.
        public var refreshTokens = RefreshTokenSettings()
        /// Whether users have to consent to the client's scopes.
        public var isThirdParty = false
        /// Whether the client must push its authorization requests.
        public var requiresPushedRequests = false
        /// Whether the client must send its authorization requests as signed request objects.
        public var requiresSignedRequests = false
        /// The only algorithm of the client's request objects; `nil` for each that the tenant accepts.
        var requestAlgorithm: SignatureAlgorithm?
        /// The only algorithm of the client's assertions; `nil` for each that the tenant accepts.
        var assertionAlgorithm: SignatureAlgorithm?
        /// The `max_age` in seconds of authorization requests without one; `nil` for no limit.
        var defaultMaxAge: Int?
        /// Whether authorization requests must have a code challenge (PKCE); `nil`, the default, requires it only of
        /// clients without authentication.
        ///
        /// Auth0 documents the flow without a challenge for clients with authentication; `false` accepts such requests
        /// from every client. Without PKCE an intercepted code of a client without authentication is enough to log in.
        ///
        /// - SeeAlso: [RFC 9700 §2.1.1](https://www.rfc-editor.org/rfc/rfc9700#section-2.1.1), and [Authorization Code
        ///   Flow](https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow)
        public var requiresPKCE: Bool?
        /// Whether the client receives only DPoP-bound tokens.
        public var requiresDPoP = false
        /// Whether requests may or must name an organization; by default they must not, as for Auth0.
        ///
        /// - SeeAlso: [Define Organization
        ///   Behavior](https://auth0.com/docs/manage-users/organizations/configure-organizations/define-organization-behavior)
        public var organizationUsage = OrganizationUsage.deny
        /// The point at which the browser asks for an organization that a request must name and does not.
        public var organizationPrompt = OrganizationPrompt.never
        /// Whether ID tokens are signed with the client secret (`HS256`).
        public var signsIDTokensWithSecret = false
        /// Whether the client receives user info as a signed token.
        public var wantsSignedUserInfo = false

        /// Creates a client.
        ///
        /// - Parameters:
        ///   - id: The client ID.
        ///   - name: The name that users see; `nil`, the default, for the ID.
        ///   - secret: The client secret; `nil`, the default, for a client without one.
        ///   - keys: The public keys of client assertions and request objects; `nil`, the default, for none.
        ///   - authentication: The method of client authentication; `nil`, the default, for the method that `secret`
        ///     and `keys` imply.
        ///   - callbacks: The allowed redirect URIs; none by default.
        ///   - logoutURLs: The allowed targets of redirects after a logout; none by default.
        public init(
            id: String, name: String? = nil, secret: String? = nil, keys: JSONWebKeySet? = nil,
            authentication: Authentication? = nil, callbacks: [String] = [], logoutURLs: [String] = []
        ) {
            (self.id, self.name, self.secret, self.keys) = (id, name ?? id, secret, keys)
            (self.authentication, self.callbacks, self.logoutURLs) = (authentication, callbacks, logoutURLs)
        }
    }
}

extension TenantSeed.Client {
    /// A method of client authentication at the token endpoint and at pushed requests.
    public struct Authentication: Sendable, Hashable {
        enum Kind: String, CaseIterable {
            case secretBasic = "client_secret_basic"
            case secretPost = "client_secret_post"
            case secretJWT = "client_secret_jwt"
            case privateKeyJWT = "private_key_jwt"
            case publicClient = "none"

            /// The methods of confidential clients.
            static let confidential = allCases.filter { $0 != .publicClient }

            /// Whether the client has a secret.
            var needsSecret: Bool { [.secretBasic, .secretPost, .secretJWT].contains(self) }
        }

        let kind: Kind

        /// The client secret in the `Authorization` header (`client_secret_basic`).
        public static let secretBasic = Authentication(kind: .secretBasic)
        /// The client secret in the body (`client_secret_post`).
        public static let secretPost = Authentication(kind: .secretPost)
        /// A client assertion signed with the client secret, which has at least 32 bytes (`client_secret_jwt`).
        public static let secretJWT = Authentication(kind: .secretJWT)
        /// A client assertion signed with a private key of the client (`private_key_jwt`).
        public static let privateKeyJWT = Authentication(kind: .privateKeyJWT)
        /// No authentication: a public client (`none`).
        public static let publicClient = Authentication(kind: .publicClient)
    }

    /// The settings of a client's refresh tokens.
    ///
    /// The service does not rotate the refresh tokens of a client by default; the emulator does, so that a program
    /// that loses or reuses a replaced token fails in a test.
    ///
    /// - SeeAlso: [Configure Refresh Token
    ///   Rotation](https://auth0.com/docs/secure/tokens/refresh-tokens/configure-refresh-token-rotation)
    public struct RefreshTokenSettings: Sendable, Hashable {
        /// Whether each renewal replaces the token; `true` by default.
        public var rotate: Bool
        /// The time for which a replaced token works again, in whole seconds; `nil`, the default, for
        /// ``TenantConfiguration/refreshTokenOverlap``.
        public var leeway: Duration?

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - rotate: Whether each renewal replaces the token; `true` by default.
        ///   - leeway: The time for which a replaced token works again, in whole seconds; `nil`, the default, for
        ///     ``TenantConfiguration/refreshTokenOverlap``.
        public init(rotate: Bool = true, leeway: Duration? = nil) { (self.rotate, self.leeway) = (rotate, leeway) }

        enum Kind: String, CaseIterable {
            case rotating
            case nonRotating = "non-rotating"
        }

        var kind: Kind { rotate ? .rotating : .nonRotating }
    }

    /// Whether a client's requests may or must name an organization.
    public struct OrganizationUsage: Sendable, Hashable {
        enum Kind: String, CaseIterable { case deny, allow, require }

        var kind: Kind

        /// Requests must not name an organization.
        public static let deny = OrganizationUsage(kind: .deny)
        /// Requests may name an organization.
        public static let allow = OrganizationUsage(kind: .allow)
        /// Requests must name an organization.
        public static let require = OrganizationUsage(kind: .require)
    }

    /// The point at which the browser asks for the organization.
    public struct OrganizationPrompt: Sendable, Hashable {
        enum Kind: String, CaseIterable {
            case never = "no_prompt"
            case beforeLogin = "pre_login_prompt"
            case afterLogin = "post_login_prompt"
        }

        var kind: Kind

        /// The browser does not ask.
        public static let never = OrganizationPrompt(kind: .never)
        /// The browser asks before the login.
        public static let beforeLogin = OrganizationPrompt(kind: .beforeLogin)
        /// The browser asks after the login.
        public static let afterLogin = OrganizationPrompt(kind: .afterLogin)
    }
}
