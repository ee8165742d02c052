import ByteEncodings
import RequestPipeline

/// A logout that a web server has begun, and from which the browser has not returned.
///
/// Keep it in a session of that browser that outlives the logout, and check the browser's return with
/// ``OpenIDClient/finish(_:with:)-(PendingLogout,_)``. The tokens and the session of the server end independently of
/// it.
///
/// - SeeAlso: [OpenID Connect RP-Initiated Logout](https://openid.net/specs/openid-connect-rpinitiated-1_0.html)
public struct PendingLogout: Sendable, Hashable, Codable {
    /// The address to redirect the browser to.
    public let url: String
    /// The `state` of the request, different for each logout; `nil` with ``BrowserLogout/withoutState()``.
    public let state: String?
    /// The post-logout redirect URI.
    public let redirectURI: String
    /// The issuer of the provider at which the logout was begun.
    public let issuer: String
    /// The ID of the client that began the logout.
    public let clientID: String

    init(at page: String, _ redirectURI: String, state: String?, of client: OpenIDClient) {
        (url, self.redirectURI, self.state) = (page, redirectURI, state)
        (issuer, clientID) = (client.provider.metadata.issuer, client.id)
    }
}

extension PendingLogout: _Redacted {
    /// A mirror of redirect URI, issuer and client ID: the address may contain an ID token.
    public var customMirror: Mirror {
        Mirror(self, children: ["redirectURI": redirectURI, "issuer": issuer, "clientID": clientID])
    }
}
