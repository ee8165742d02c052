import ByteEncodings

/// The users, clients, connections, organizations and APIs of a tenant at its start.
///
/// A seed is built in Swift or read from JSON of the form of ``standardJSON``; both describe the same data.
public struct TenantSeed: Sendable {
    /// The clients; at least one.
    public var clients: [Client]
    /// The connections, which are the sources of users.
    public var connections: [Connection]
    /// The organizations.
    public var organizations: [Organization]
    /// The APIs that access tokens can be issued for, in addition to the tenant's own APIs.
    public var apis: [API]
    /// The users.
    public var users: [User]
    /// The roles; none by default.
    public var roles: [Role] = []
    /// The tokens of other issuers that token exchanges accept; none by default.
    public var subjectTokens: [SubjectToken] = []
    /// The name of the connection for logins that name no connection; `nil` if there is no such connection.
    public var defaultDirectory: String?
    /// The audience of requests that name no audience; `nil` for an access token that is only for user info.
    public var defaultAudience: String?
    /// The authentication methods that the My Account API offers, such as `passkey` or `totp`.
    public var factors: [String] = []

    /// The additional claims of access tokens, by name, such as `https://example.com/roles`.
    ///
    /// A text that consists of a path in braces is replaced by a value of the login: `{user.email}` and other members
    /// of the Management API's user, such as `{user.app_metadata.plan}`; `{user.roles}`, the names of the roles;
    /// `{user.permissions}`, the permissions for the API of the token; `{client.id}`, `{client.name}`,
    /// `{organization.id}`, `{organization.name}`. A claim whose path has no value is omitted. Claims of protocols,
    /// such as `iss`, cannot be replaced.
    public var accessTokenClaims: [String: any Sendable] = [:]
    /// The additional claims of ID tokens, in the form of ``accessTokenClaims``.
    public var idTokenClaims: [String: any Sendable] = [:]

    /// Creates a seed; the first database connection is the default directory.
    ///
    /// - Parameters:
    ///   - clients: The clients; at least one.
    ///   - users: The users; none by default.
    ///   - connections: The connections; by default the database `Username-Password-Authentication`.
    ///   - apis: The APIs; none by default.
    ///   - organizations: The organizations; none by default.
    public init(
        clients: [Client], users: [User] = [],
        connections: [Connection] = [Connection(name: "Username-Password-Authentication")], apis: [API] = [],
        organizations: [Organization] = []
    ) {
        (self.clients, self.users, self.connections) = (clients, users, connections)
        (self.apis, self.organizations) = (apis, organizations)
        defaultDirectory = connections.first { $0.strategy == .database }?.name
    }

    /// The standard seed, which demos and tests use.
    public static let standard: TenantSeed = {
        do {
            return try TenantSeed(json: Array(standardJSON.utf8))
        } catch { preconditionFailure("the standard seed: \(error)") }
    }()
}
