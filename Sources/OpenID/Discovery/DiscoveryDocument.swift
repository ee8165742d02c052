import HTTPMessages

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
    /// At an address of its own, for a provider whose issuer is not where its document is: Microsoft's older tokens and
    /// Azure AD B2C, for instance, or documents of RFC 8414 that are below the issuer's path.
    ///
    /// The document has to name the issuer that is asked for all the same. The address is the program's to know: never take
    /// it from a token, or from anybody else.
    case at(String)

    /// The address of the document of an issuer.
    ///
    /// - Throws: ``OpenIDError/Code/argumentInvalid`` when the issuer is no `https` URL, or has a query, or when the address
    ///   of its document is no `https` URL where the issuer is one.
    func url(of issuer: String) throws(OpenIDError) -> HTTPURL {
        do throws(TransportError) {
            let base = try HTTPURL(checking: issuer)
            let path = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
            if base.query == nil {
                switch self {
                case .openIDConfiguration:
                    return try HTTPURL(checking: base.origin + path + "/.well-known/openid-configuration")
                case .authorizationServer:
                    return try HTTPURL(checking: base.origin + "/.well-known/oauth-authorization-server" + path)
                case .at(let address):
                    let url = try HTTPURL(checking: address)
                    if url.isSecure || !base.isSecure { return url }
                    throw TransportError(.invalidArgument, detail: "the document of an https issuer is had by https")
                }
            }
        } catch {
            throw OpenIDError(.argumentInvalid, "an issuer is a URL such as https://login.example.com", cause: error)
        }
        throw OpenIDError(.argumentInvalid, "an issuer has no query")
    }
}
