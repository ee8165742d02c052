public import HTTPMessages
public import LibcurlTransport
public import OpenID

extension AccessTokenVerifier {
    /// Makes a verifier for the access tokens of a tenant.
    ///
    /// - Parameters:
    ///   - domain: The domain of the tenant, as in ``authentication(clientId:domain:session:)``.
    ///   - audience: The identifier of the API.
    ///   - session: Who fetches the tenant's keys; they are shared with all that validates over the same one.
    /// - Throws: ``ConfigurationError/Code/invalidDomain``.
    public init(
        domain: String, audience: String, session: any Transport = CurlTransport.standard
    ) throws {
        do {
            let base = try TenantAddress(.known(domain: domain)).base.get()
            let keys = KeySetCache.ofProcess.keySet(at: try base.appending(".well-known/jwks.json"), over: session)
            self.init(
                issuer: base.string, audience: audience, keys: .remote(keys), profiles: [.rfc9068, .auth0])
        } catch let error as ConfigurationError {
            throw error
        } catch { throw ConfigurationError(.invalidDomain, "the domain has to be one of a tenant", cause: error) }
    }
}
