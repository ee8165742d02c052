public import HTTPMessages
public import LibcurlTransport
public import OpenID

extension AccessTokenVerifier {
    /// Makes a verifier for the access tokens of the program's tenant: `Domain` of `Auth0.plist` beside the executable,
    /// or the variable `AUTH0_DOMAIN`. An API needs no client ID.
    ///
    /// <!-- swift: let credentials = try await loggedIn(
    /// audience: "https://api.example.com/", scope: "openid read:todos") -->
    ///
    /// ```swift
    /// let verifier = try AccessTokenVerifier(audience: "https://api.example.com/")
    /// let token = try await verifier.verify(credentials.accessToken)
    /// try token.require(scopes: "read:todos")
    /// print(token.hasScope("write:todos"))
    /// // prints false
    /// ```
    ///
    /// - Parameters:
    ///   - audience: The identifier of the API.
    ///   - leeway: The tolerated difference between the clocks: 60 seconds by default, 0 to 300 seconds; fractions of a
    ///     second are ignored. With any other value every verification fails with
    ///     `TokenVerificationError.Code.expectationInvalid`.
    ///   - binding: Whether tokens must be bound to a key or a certificate of the client; bearer tokens are accepted by
    ///     default.
    ///   - proofs: The verifier of the proofs that accompany tokens bound to a key.
    ///   - session: The transport that fetches the tenant's keys, shared by all verifiers and clients with the same
    ///     one.
    /// - Throws: ``ConfigurationError/Code/missing``, ``ConfigurationError/Code/unreadable`` or
    ///   ``ConfigurationError/Code/invalidDomain``.
    public init(
        audience: String, leeway: Duration = .seconds(60), binding: Binding = .optional,
        proofs: DPoPProofVerifier = DPoPProofVerifier(), session: any Transport = CurlTransport.standard
    ) throws {
        try self.init(audiences: [audience], leeway: leeway, binding: binding, proofs: proofs, session: session)
    }

    /// Makes a verifier for the access tokens of the program's tenant, for an API with several identifiers, such as one
    /// for each version.
    ///
    /// A token for any of `audiences` is accepted. For the others see
    /// ``init(audience:leeway:binding:proofs:session:)``, whose parameters are the same.
    ///
    /// - Throws: ``ConfigurationError/Code/missing``, ``ConfigurationError/Code/unreadable`` or
    ///   ``ConfigurationError/Code/invalidDomain``.
    public init(
        audiences: [String], leeway: Duration = .seconds(60), binding: Binding = .optional,
        proofs: DPoPProofVerifier = DPoPProofVerifier(), session: any Transport = CurlTransport.standard
    ) throws {
        try self.init(
            at: .foundDomain, audiences: audiences, leeway: leeway, binding: binding, proofs: proofs, session: session)
    }

    /// Makes a verifier for the access tokens of a tenant.
    ///
    /// `domain` is the domain of the tenant, as in ``authentication(clientId:domain:session:)``. For the others see
    /// ``init(audience:leeway:binding:proofs:session:)``, whose parameters are the same.
    ///
    /// - Throws: ``ConfigurationError/Code/invalidDomain``.
    public init(
        domain: String, audience: String, leeway: Duration = .seconds(60), binding: Binding = .optional,
        proofs: DPoPProofVerifier = DPoPProofVerifier(), session: any Transport = CurlTransport.standard
    ) throws {
        try self.init(
            domain: domain, audiences: [audience], leeway: leeway, binding: binding, proofs: proofs, session: session)
    }

    /// Makes a verifier for the access tokens of a tenant, for an API with several identifiers, such as one for each
    /// version.
    ///
    /// A token for any of `audiences` is accepted. For the others see
    /// ``init(domain:audience:leeway:binding:proofs:session:)``, whose parameters are the same.
    ///
    /// - Throws: ``ConfigurationError/Code/invalidDomain``.
    public init(
        domain: String, audiences: [String], leeway: Duration = .seconds(60), binding: Binding = .optional,
        proofs: DPoPProofVerifier = DPoPProofVerifier(), session: any Transport = CurlTransport.standard
    ) throws {
        try self.init(
            at: .known(domain: domain), audiences: audiences, leeway: leeway, binding: binding, proofs: proofs,
            session: session)
    }

    private init(
        at address: TenantAddress, audiences: [String], leeway: Duration, binding: Binding, proofs: DPoPProofVerifier,
        session: any Transport
    ) throws {
        do {
            let base = try address.base.get()
            let keys = KeySetCache.ofProcess.keySet(at: try base.appending(".well-known/jwks.json"), over: session)
            self.init(
                issuer: base.string, audiences: audiences, keys: .remote(keys), leeway: leeway,
                profiles: [.rfc9068, .auth0], binding: binding, proofs: proofs)
        } catch let error as ConfigurationError {
            throw error
        } catch { throw ConfigurationError(.invalidDomain, "the domain has to be one of a tenant", cause: error) }
    }
}
