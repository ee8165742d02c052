public import HTTPMessages
public import LibcurlTransport
public import OpenID

extension AccessTokenVerifier {
    /// Makes a verifier for the access tokens of the program's tenant: `Domain` of `Auth0.plist` beside the executable, or
    /// the variable `AUTH0_DOMAIN`. An API needs no client ID.
    ///
    /// - Parameters:
    ///   - audience: The identifier of the API.
    ///   - session: The transport that fetches the tenant's keys, shared by all verifiers and clients with the same one.
    /// - Throws: ``ConfigurationError/Code/missing``, ``ConfigurationError/Code/unreadable`` or
    ///   ``ConfigurationError/Code/invalidDomain``.
    public init(audience: String, session: any Transport = CurlTransport.standard) throws {
        try self.init(domain: Auth0Configuration.domainOfProgram(), audience: audience, session: session)
    }

    /// Makes a verifier for the access tokens of a tenant.
    ///
    /// - Parameters:
    ///   - domain: The domain of the tenant, as in ``authentication(clientId:domain:session:)``.
    ///   - audience: The identifier of the API.
    ///   - session: The transport that fetches the tenant's keys, shared by all verifiers and clients with the same one.
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
