/// What a client says about itself when it registers.
///
/// - SeeAlso: [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2),
///   [OpenID Connect Registration §2](https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata)
public struct ClientMetadata: Sendable {
    /// Where browsers may come back to.
    public var redirectURIs: [String]
    /// What the person is shown.
    public var name: String?
    /// `native` for a program that people install, `web` for a server.
    public var applicationType: String?
    /// How it shows who it is: `none`, `client_secret_basic` or `client_secret_post`.
    public var tokenEndpointAuthMethod: String?
    /// The ways in which it gets tokens.
    public var grantTypes: [String]
    /// What it asks of the authorization endpoint.
    public var responseTypes: [String]
    /// What its tokens may do.
    public var scope: String?
    /// Where browsers may come back to after a logout.
    public var postLogoutRedirectURIs: [String]
    /// Anything else, of types that JSON has.
    public var additional: [String: any Sendable] = [:]

    /// Describes a program that people install: no secret, the code and refresh grants, loopback addresses of any port.
    ///
    /// - Parameters:
    ///   - name: What the person is shown.
    ///   - redirectURIs: Where browsers may come back to: without a port, as RFC 8252 §7.3 lets any port be used then.
    public init(
        name: String? = nil, redirectURIs: [String] = ["http://127.0.0.1/callback", "http://[::1]/callback"]
    ) {
        (self.name, self.redirectURIs) = (name, redirectURIs)
        applicationType = "native"
        tokenEndpointAuthMethod = "none"
        grantTypes = ["authorization_code", "refresh_token"]
        responseTypes = ["code"]
        postLogoutRedirectURIs = []
    }

    /// The members as they are sent.
    var members: [String: any Sendable] {
        var members: [String: any Sendable] = [
            "redirect_uris": redirectURIs, "grant_types": grantTypes, "response_types": responseTypes,
        ]
        members["client_name"] = name
        members["application_type"] = applicationType
        members["token_endpoint_auth_method"] = tokenEndpointAuthMethod
        members["scope"] = scope
        if !postLogoutRedirectURIs.isEmpty { members["post_logout_redirect_uris"] = postLogoutRedirectURIs }
        return members.merging(additional) { $1 }
    }
}
