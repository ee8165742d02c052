import ByteEncodings

/// The metadata of a client that registers itself.
///
/// - SeeAlso: [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2),
///   [OpenID Connect Registration §2](https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata)
public struct ClientMetadata: Sendable {
    /// The redirect URIs (`redirect_uris`).
    public var redirectURIs: [String]
    /// The name that the user sees (`client_name`).
    public var name: String?
    /// The application type: `native` for an installed program, `web` for a server (`application_type`).
    public var applicationType: String?
    /// The authentication method: `none`, `client_secret_basic`, `client_secret_post`, `client_secret_jwt`,
    /// `private_key_jwt`, `tls_client_auth` or `self_signed_tls_client_auth` (`token_endpoint_auth_method`). For
    /// `private_key_jwt` add the public keys as `jwks` or `jwks_uri` to ``additional``.
    public var tokenEndpointAuthMethod: String?
    /// The grant types that the client uses (`grant_types`).
    public var grantTypes: [String]
    /// The response types that the client uses at the authorization endpoint (`response_types`).
    public var responseTypes: [String]
    /// The scopes that the client may request, separated by spaces (`scope`).
    public var scope: String?
    /// The redirect URIs of logouts (`post_logout_redirect_uris`).
    public var postLogoutRedirectURIs: [String]
    /// Further members, with values of JSON types; they replace the other properties' members of the same name.
    public var additional: [String: any Sendable] = [:]

    /// Creates the metadata of an installed program: no secret, the grants for codes and refresh tokens, loopback
    /// addresses.
    ///
    /// - Parameters:
    ///   - name: The name that the user sees; `nil` leaves it out.
    ///   - redirectURIs: The redirect URIs; by default loopback addresses without a port, with which RFC 8252 §7.3
    ///     permits any port.
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

    /// The JSON members of the registration request.
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

extension ClientMetadata: _Redacted {
    /// A mirror of the name and the redirect URIs: an additional member may be a secret.
    public var customMirror: Mirror { Mirror(self, children: ["name": name as Any, "redirectURIs": redirectURIs]) }
}
