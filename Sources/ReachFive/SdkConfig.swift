/// The ReachFive account and client that a program logs in with.
public struct SdkConfig: Sendable, Hashable {
    /// The domain of the account, for example `example.reach5.net`.
    public let domain: String
    /// The client ID.
    public let clientId: String
    /// The requested redirect URI; `nil` for the default.
    let requestedRedirect: String?

    /// The redirect URI of logins, which has to be among the "Allowed Callback URLs" of the client.
    ///
    /// By default `http://127.0.0.1:8484/callback`; allow the ports 8485 to 8489 as well, which are tried in this order
    /// if another login has taken the port. On Apple systems the default is `reachfive-<clientId>://callback`.
    public var redirectUri: String { requestedRedirect ?? "http://127.0.0.1:8484/callback" }
    /// The same value as ``redirectUri``.
    public var scheme: String { redirectUri }

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - domain: The domain of the account: a host name, or an origin with `https`; plain `http` is accepted for
    ///     loopback addresses only, where an emulated account is.
    ///   - clientId: The client ID. ID tokens are always verified, so the client's "JWT algorithm" has to be `RS256`:
    ///     a program on a user's machine cannot keep the secret that verifies `HS256`.
    ///   - scheme: The redirect URI: `http://127.0.0.1:PORT/path`; `com.example.app://callback`, for which the desktop
    ///     starts a program; or an `https` URI. `nil`, the default, for `<baseScheme>://callback` if there is a base
    ///     scheme, and otherwise for ``redirectUri``'s default.
    ///   - baseScheme: The scheme of the redirect URI, a reversed domain name such as `com.example.app`; `nil` by
    ///     default.
    /// - SeeAlso: [RFC 8252 §7](https://www.rfc-editor.org/rfc/rfc8252#section-7)
    public init(domain: String, clientId: String, scheme: String? = nil, baseScheme: String? = nil) {
        (self.domain, self.clientId) = (domain, clientId)
        requestedRedirect = scheme ?? baseScheme.map { "\($0)://callback" }
    }

    /// The origin of the account, which is the issuer of its tokens.
    var origin: String {
        let origin = domain.contains("://") ? domain : "https://\(domain)"
        return origin.hasSuffix("/") ? String(origin.dropLast()) : origin
    }
}
