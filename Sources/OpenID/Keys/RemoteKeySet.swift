public import HTTPMessages
public import JOSE
public import LibcurlTransport
import RequestPipeline

/// The keys that an issuer publishes, fetched on demand and cached.
///
/// A token is verified immediately if its key is cached. If no key fits, several do, or the key has another algorithm
/// or does not match the signature, the keys are fetched again, once for all waiting callers; afterwards a cooldown
/// begins, whatever the result and whether or not a caller still waits, so that a flood of forged tokens does not
/// become a flood of requests. The first fetch starts no cooldown if it serves all its callers. Keys beyond their
/// maximum age remain in use while newer keys are fetched, and also if the fetch fails.
///
/// A value to keep and copy: all copies share the keys. A set has at most 64 keys in 256 KiB; redirects are not
/// followed.
///
/// - SeeAlso: [OpenID Connect Core §10.1.1](https://openid.net/specs/openid-connect-core-1_0.html#RotateSigningKeys),
///   [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
public struct RemoteKeySet: Sendable {
    /// The schedule of repeated fetches.
    public struct Timing: Sendable, Hashable {
        /// The age at which keys are refreshed in the background, while the old keys remain in use; 10 minutes by
        /// default.
        public var maxAge: Duration
        /// The age at which a token waits for newer keys; if they are unavailable, the old keys are used; one day by
        /// default.
        public var staleLimit: Duration
        /// The time without requests after a fetch that failed, or that a token caused; 30 seconds by default.
        public var cooldown: Duration

        /// Creates a schedule: the memberwise initializer, whose parameters are the same as the properties.
        public init(
            maxAge: Duration = .seconds(600), staleLimit: Duration = .seconds(86_400),
            cooldown: Duration = .seconds(30)
        ) {
            (self.maxAge, self.staleLimit, self.cooldown) = (maxAge, staleLimit, cooldown)
        }
    }

    /// The address of the published keys (`jwks_uri`).
    public let url: HTTPURL
    let core: KeySetCore
    let transport: any Transport

    /// Creates a key set; nothing is fetched before the first token is verified.
    ///
    /// - Parameters:
    ///   - url: The address of the published keys: `jwks_uri` of the issuer's metadata, never an address from a token.
    ///   - session: The transport that fetches the keys, libcurl by default.
    ///   - allowed: The accepted signature algorithms; a published shared secret is never accepted.
    ///   - timing: The schedule of repeated fetches.
    ///   - clock: The source of the current time.
    public init(
        url: HTTPURL, session: any Transport = CurlTransport.standard,
        allowing allowed: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric, timing: Timing = Timing(),
        clock: TimeSource = .system
    ) {
        self.init(url, KeySetCore(url, allowing: allowed, timing, clock), session)
    }

    init(_ url: HTTPURL, _ core: KeySetCore, _ transport: any Transport) {
        (self.url, self.core, self.transport) = (url, core, transport)
    }
}
