import HTTP

/// Where a provider publishes its metadata.
public enum DiscoveryDocument: Sendable, Hashable {
    /// `/.well-known/openid-configuration` after the issuer.
    ///
    /// - SeeAlso: [OpenID Connect Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig)
    case openIDConfiguration
    /// `/.well-known/oauth-authorization-server` between the host and the path of the issuer.
    ///
    /// - SeeAlso: [RFC 8414 §3.1](https://www.rfc-editor.org/rfc/rfc8414#section-3.1)
    case authorizationServer

    /// The address of the document of an issuer.
    ///
    /// - Throws: ``OpenIDError/Code/argumentInvalid`` when the issuer is no `https` URL, or has a query.
    func url(of issuer: String) throws(OpenIDError) -> HTTPURL {
        do throws(TransportError) {
            let base = try HTTPURL(issuer)
            if base.query == nil {
                let path = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
                return switch self {
                case .openIDConfiguration: try HTTPURL(base.origin + path + "/.well-known/openid-configuration")
                case .authorizationServer: try HTTPURL(base.origin + "/.well-known/oauth-authorization-server" + path)
                }
            }
        } catch {
            throw OpenIDError(.argumentInvalid, "an issuer is a URL such as https://login.example.com", cause: error)
        }
        throw OpenIDError(.argumentInvalid, "an issuer has no query")
    }
}
