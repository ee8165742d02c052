import HTTPMessages

/// The location of a provider's metadata document.
public struct DiscoveryDocument: Sendable, Hashable {
    private enum Location: Sendable, Hashable {
        case openIDConfiguration
        case authorizationServer
        case at(String)
    }

    private let location: Location

    /// The path `/.well-known/openid-configuration` appended to the issuer.
    ///
    /// - SeeAlso: [OpenID Connect Discovery
    ///   §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig)
    public static let openIDConfiguration = DiscoveryDocument(location: .openIDConfiguration)
    /// The path `/.well-known/oauth-authorization-server` between the host and the path of the issuer.
    ///
    /// - SeeAlso: [RFC 8414 §3.1](https://www.rfc-editor.org/rfc/rfc8414#section-3.1)
    public static let authorizationServer = DiscoveryDocument(location: .authorizationServer)
    /// Returns an explicit address, for a provider whose document is not below its issuer.
    ///
    /// Examples are Microsoft's older tokens, Azure AD B2C, and documents of RFC 8414 below the issuer's path. The
    /// document must still name the requested issuer. The address must be a constant of the program: never take it from
    /// a token or from another party.
    ///
    /// - Parameter address: The address of the document.
    /// - Returns: The location.
    public static func at(_ address: String) -> DiscoveryDocument { DiscoveryDocument(location: .at(address)) }

    /// Returns the address of an issuer's metadata document; an `https` issuer has an `https` document.
    func url(of issuer: String) throws(OpenIDError) -> HTTPURL {
        do throws(HTTPURLError) {
            let base = try HTTPURL(checking: issuer)
            let path = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
            if base.query == nil {
                switch location {
                case .openIDConfiguration:
                    return try HTTPURL(checking: base.origin + path + "/.well-known/openid-configuration")
                case .authorizationServer:
                    return try HTTPURL(checking: base.origin + "/.well-known/oauth-authorization-server" + path)
                case .at(let address):
                    let url = try HTTPURL(checking: address)
                    if url.isSecure || !base.isSecure { return url }
                    throw HTTPURLError(.insecure)
                }
            }
        } catch {
            throw OpenIDError(.argumentInvalid, "an issuer is a URL such as https://login.example.com", cause: error)
        }
        throw OpenIDError(.argumentInvalid, "an issuer has no query")
    }
}
