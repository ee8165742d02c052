/// How a tenant starts.
public struct TenantConfiguration: Sendable {
    /// Where to listen; only `127.0.0.1` is accepted.
    public var address = "127.0.0.1"
    /// The port; 0 for one that is free.
    public var port: UInt16 = 0
    /// Whether a port that is taken gives way to a free one instead of failing.
    public var portFallback = false
    /// Who and what is there at the start.
    public var seed = TenantSeed.standard
    /// How long a refresh token that was exchanged goes on working, in seconds.
    public var refreshTokenOverlap = 0
    /// How long a refresh token works, in seconds.
    public var refreshTokenLifetime = 2_592_000
    /// How long an access token works, in seconds.
    public var accessTokenLifetime = 86_400
    /// How long an ID token is valid, in seconds.
    public var idTokenLifetime = 36_000
    /// How long a one-time code works, in seconds.
    public var oneTimeCodeLifetime = 180
    /// Whom passkeys are for; the tenant's host when `nil`.
    public var relyingPartyID: String?
    /// Origins that passkeys are accepted from beside the tenant's own and `https` at the relying party and below it.
    public var passkeyOrigins: [String] = []
    /// The algorithms that proofs of possession may be signed with.
    public var dpopAlgorithms = ["ES256"]
    /// How many seconds a proof of possession may be old or early.
    public var dpopProofLifetime = 300
    /// Whether proofs of possession have to repeat the tenant's nonce from the start.
    public var requiresDPoPNonce = false
    /// What tokens are signed with.
    public var signingAlgorithm = SigningAlgorithm.rs256
    /// How long a session lasts, in seconds, which ID tokens then tell as `session_expiry`; `nil` for no end.
    public var sessionLifetime: Int?
    /// A login page of one's own, in HTML, in place of the tenant's.
    ///
    /// Each `@@config@@` in it becomes a JSON object in Base64, which says `clientID`, `auth0Domain`, `callbackURL`,
    /// `connection`, `prompt`, `dict`, `extraParams`, `internalOptions` and, after a wrong password, `errorMessage`. Its
    /// form posts `username`, `password` and, from `internalOptions`, `state` and `_csrf` to `loginURL`.
    public var loginPage: String?
    /// How long a user who proved a second factor is not asked for one by the same client, in seconds.
    public var secondFactorMemory = 0
    /// How many iterations a password is stretched with: few, since nothing here is worth guessing.
    public var passwordIterations = 100

    /// The algorithms a tenant can sign with.
    public enum SigningAlgorithm: String, Sendable, CaseIterable {
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
        /// RSASSA-PSS with SHA-256.
        case ps256 = "PS256"
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
        /// EdDSA on Ed25519.
        case eddsa = "EdDSA"
    }

    /// Makes the default configuration.
    public init() {}

    /// Makes a configuration of a port and a seed.
    public init(port: UInt16, portFallback: Bool = false, seed: TenantSeed = .standard) {
        (self.port, self.portFallback, self.seed) = (port, portFallback, seed)
    }
}
