import ByteEncodings
import HTTPMessages

/// A logout token on its way to a client, over `http` to loopback only: the tenant never leaves the machine.
///
/// - SeeAlso: [OpenID Connect Back-Channel Logout
///   §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest)
struct LogoutNotification: Sendable {
    let request: TransportRequest

    /// Creates the request; `nil` for a URL that is not `http` on loopback.
    init?(_ token: String, to url: String) {
        // `HTTPURL` accepts a URL without TLS only for loopback.
        guard let url = try? HTTPURL(url), !url.isSecure else { return nil }
        request = TransportRequest(
            method: .post, url: url, fields: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(FormEncoding.encode([("logout_token", token)]).utf8), timeout: .seconds(5))
    }
}
