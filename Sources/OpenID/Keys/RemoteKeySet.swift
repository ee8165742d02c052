public import HTTPMessages
public import JOSE
import RequestPipeline

/// The keys that an issuer publishes, fetched when they are needed and kept.
///
/// A token whose key is at hand is checked on the spot. For one whose key is not, the keys are fetched again, once for all
/// who wait, and then not for a while, whatever came of it: a flood of made-up tokens is no flood of requests. Keys
/// that are not quite fresh go on serving while newer ones are fetched, and those there are stay when a fetch fails.
///
/// A value to keep and copy: all copies share the keys. A set has at most 64 keys in 256 KiB, and no redirect is followed.
///
/// - SeeAlso: [OpenID Connect Core §10.1.1](https://openid.net/specs/openid-connect-core-1_0.html#RotateSigningKeys),
///   [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
public struct RemoteKeySet: Sendable {
    /// When keys are fetched again.
    public struct Timing: Sendable, Hashable {
        /// The age from which on keys are refreshed, while the old ones go on serving.
        public var maxAge: Duration
        /// The age from which on a token waits for newer keys; when there are none to be had, the old ones serve.
        public var staleLimit: Duration
        /// How long the issuer is left alone after a fetch that failed or did not bring the key.
        public var cooldown: Duration

        /// Sets the times: ten minutes, a day and 30 seconds unless told otherwise.
        public init(
            maxAge: Duration = .seconds(600), staleLimit: Duration = .seconds(86_400),
            cooldown: Duration = .seconds(30)
        ) {
            (self.maxAge, self.staleLimit, self.cooldown) = (maxAge, staleLimit, cooldown)
        }
    }

    /// Where the keys are published.
    public let url: HTTPURL
    let core: KeySetCore
    let transport: any Transport

    /// Describes where the keys are; nothing is fetched before the first token is checked.
    ///
    /// - Parameters:
    ///   - url: Where the keys are published: `jwks_uri` of the issuer's metadata, never anything a token says.
    ///   - transport: Who fetches them.
    ///   - allowed: The algorithms that are accepted; shared secrets never come from a key set.
    ///   - timing: When keys are fetched again.
    ///   - time: What tells the time.
    public init(
        url: HTTPURL, transport: any Transport,
        allowing allowed: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric, timing: Timing = Timing(),
        time: TimeSource = .system
    ) {
        self.init(url, KeySetCore(url, allowing: allowed, timing, time), transport)
    }

    init(_ url: HTTPURL, _ core: KeySetCore, _ transport: any Transport) {
        (self.url, self.core, self.transport) = (url, core, transport)
    }
}
