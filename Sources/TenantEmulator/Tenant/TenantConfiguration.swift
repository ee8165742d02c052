/// The configuration of a tenant.
///
/// Tokens, codes and sessions have times in whole seconds: a fraction of a second in a duration is dropped, and a
/// negative duration is zero.
public struct TenantConfiguration: Sendable {
    /// The literal address to listen on; `127.0.0.1` by default.
    ///
    /// An address that other hosts can reach is refused unless ``allowsOtherHosts`` is set.
    public var address = "127.0.0.1"
    /// Whether the tenant is called `localhost`, and also listens on the same port of `::1` if the machine has IPv6.
    ///
    /// Pages on `localhost` then belong to the same site: browsers send the session cookie for their frames and
    /// scripts.
    package var isCalledLocalhost = false
    /// Whether the pages offer users whom a click logs in without a password, while only this machine can reach them;
    /// `true` by default.
    public var offersUsers = true
    /// The time for the head and the body of a request; a connection whose request takes longer is closed.
    package var requestReadLimit = Duration.seconds(30)
    /// Whether the tenant may listen on an address that other hosts can reach, in a container for example; `false` by
    /// default, because its keys and passwords are public.
    public var allowsOtherHosts = false
    /// The origin under which clients reach the tenant if it differs from the address it listens on, behind a proxy or
    /// a forwarded port: `https://login.example.test:8443`, for example. `nil`, the default, for the scheme, address
    /// and port of the tenant itself.
    public var origin: String?
    /// Host names under which clients may reach the tenant in addition to its own, without a port; none by default.
    ///
    /// For a browser at `localhost` and an API in another container, for example. The issuer stays the same. If a
    /// client requests the metadata under such a name, the endpoints for programs contain the name, the pages for
    /// browsers do not.
    public var allowedHosts: [String] = []
    /// The authority that issues the certificate of the tenant, which then serves only TLS; `nil`, the default, for
    /// plain HTTP.
    public var certificateAuthority: TenantConfiguration.CertificateAuthority?
    /// The port to listen on; 0 for a free port.
    public var port: UInt16 = 0
    /// Whether the tenant listens on a free port if ``port`` is in use, instead of failing.
    public var portFallback = false
    /// The service whose endpoints the tenant has; Auth0 by default.
    public var service = Service.auth0
    /// The users, clients, connections, organizations and APIs at the start.
    public var seed = TenantSeed.standard
    /// Whether redirect URIs on `127.0.0.1` and `[::1]` may have any port, for every client; `false` by default,
    /// because Auth0 compares redirect URIs exactly. For tests in which many programs log in at the same time.
    public var allowsAnyLoopbackPort = false
    /// The time for which a refresh token works again after it was exchanged; zero by default.
    public var refreshTokenOverlap = Duration.zero
    /// Whether access tokens for no API, requested without an audience, are opaque, as for Auth0; `true` by default.
    /// Only the tenant itself can read them; after a restart it needs the same key file, ``signingKeyFile``.
    public var usesOpaqueAccessTokens = true
    /// The lifetime of refresh tokens; 30 days by default.
    public var refreshTokenLifetime = Duration.seconds(2_592_000)
    /// The lifetime of access tokens; 24 hours by default.
    public var accessTokenLifetime = Duration.seconds(86_400)
    /// The lifetime of ID tokens; 10 hours by default.
    public var idTokenLifetime = Duration.seconds(36_000)
    /// The lifetime of one-time codes; 3 minutes by default.
    public var oneTimeCodeLifetime = Duration.seconds(180)
    /// The relying party ID of passkeys; `nil` for the tenant's host, which is `localhost` on the login pages.
    public var relyingPartyID: String?
    /// Accepted origins of passkeys, in addition to the tenant's own and to `https` at the relying party and its
    /// subdomains.
    public var passkeyOrigins: [String] = []
    /// The signature algorithms that DPoP proofs may use.
    public var dpopAlgorithms = ["ES256"]
    /// The accepted difference between the `iat` of a DPoP proof and the tenant's time; 5 minutes by default.
    public var dpopProofLifetime = Duration.seconds(300)
    /// Whether DPoP proofs must contain the tenant's nonce from the start.
    public var requiresDPoPNonce = false
    /// The number of requests to the Management API that are answered in a second of the tenant's clock; further
    /// requests receive a status of 429. `nil`, the default, for any number.
    public var managementRateLimit: Int?
    /// The path of a file with the signing key in PEM, which is created if it is missing; `nil`, the default, for a new
    /// key at each start. A start with the path of a folder, a device or a pipe fails.
    ///
    /// With a file, programs can verify tokens of an earlier start, and their cached key sets stay valid.
    public var signingKeyFile: String?
    /// The path of a file that keeps the state of the tenant between two starts; `nil`, the default, for none. A start
    /// with the path of a folder, a device or a pipe fails.
    ///
    /// It has users, roles, organizations, consents, refresh tokens, revocations, rotated keys, and the clients that
    /// were added or registered.
    ///
    /// The users, roles and organizations of the seed apply only at the first start. The first signing key is kept in
    /// the same folder, with `.key` at the end of the path, unless ``signingKeyFile`` names another file. Passkeys and
    /// browser sessions are not kept.
    public var stateFile: String?
    /// The algorithm that tokens are signed with.
    public var signingAlgorithm = SigningAlgorithm.rs256
    /// The lifetime of browser sessions; `nil` for the default of seven days. If it is set, ID tokens contain the end
    /// of the session as `session_expiry`.
    public var sessionLifetime: Duration?
    /// The HTML of a custom login page; `nil` for the tenant's own page.
    ///
    /// Each `@@config@@` in it is replaced by a JSON object in Base64 with `clientID`, `auth0Domain`, `callbackURL`,
    /// `connection`, `prompt`, `dict`, `extraParams`, `internalOptions` and, after a wrong password, `errorMessage`.
    /// The page's form posts `username`, `password` and, from `internalOptions`, `state` and `_csrf` to `loginURL`.
    public var loginPage: String?
    /// The time for which a user who presented a second factor needs none at the same client; zero by default.
    public var secondFactorMemory = Duration.zero
    /// The number of hash iterations for passwords; low, because the passwords protect nothing.
    public var passwordIterations = 10

    /// The hosts of the tenant's certificate in addition to `localhost` and loopback: of the origin, the address and
    /// the allowed hosts.
    package var certifiedHosts: [String] {
        let host = origin.flatMap { try? Origin($0) }?.host
        let hosts = [host, address].compactMap(\.self) + allowedHosts.map { $0.lowercased() }
        let others = hosts.filter { $0 != "localhost" && !Address.isLoopback($0) }
        return others.enumerated().filter { index, host in !others[..<index].contains(host) }.map(\.element)
    }

    /// Creates the default configuration.
    public init() {}

    /// Creates a configuration from a port and a seed.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 for a free port.
    ///   - portFallback: Whether the tenant listens on a free port if `port` is in use.
    ///   - seed: The users, clients, connections, organizations and APIs at the start.
    public init(port: UInt16, portFallback: Bool = false, seed: TenantSeed = .standard) {
        (self.port, self.portFallback, self.seed) = (port, portFallback, seed)
    }
}
