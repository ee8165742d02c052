import ByteEncodings
public import HTTPMessages
public import LibcurlTransport
public import RequestPipeline

/// An OpenID provider with known metadata.
///
/// A value: keep it, copy it, use it from any thread.
public struct OpenIDProvider: Sendable, Loggable {
    /// The provider's metadata.
    public let metadata: ProviderMetadata
    /// The logger of everything that clients open, send and receive; `nil`, the default, logs nothing.
    public var logger: (any Logger)?
    let transport: any Transport

    static let fields: TransportFields = ["Accept": "application/json"]

    /// Creates a provider from known metadata, without a request.
    ///
    /// - Parameters:
    ///   - metadata: The provider's metadata.
    ///   - session: The transport that sends the requests, libcurl by default.
    public init(_ metadata: ProviderMetadata, session: any Transport = CurlTransport.standard) {
        (self.metadata, transport) = (metadata, session)
    }

    /// Returns a client of this provider.
    ///
    /// <!-- swift: let provider = try await OpenID.discover(exampleTenant.domain + "/").start() -->
    ///
    /// ```swift
    /// let client = provider.client(id: "my-tool")
    /// print(client.id)
    /// // prints my-tool
    /// ```
    ///
    /// - Parameters:
    ///   - id: The client ID.
    ///   - authentication: The client's authentication method; by default none, since an installed program cannot keep
    ///     a secret.
    /// - Returns: A client; nothing is sent before one of its requests is started.
    public func client(id: String, authentication: ClientAuthentication = .none) -> OpenIDClient {
        OpenIDClient(provider: self, id: id, authentication: authentication)
    }

    /// Returns the client that a dynamic registration created.
    ///
    /// - Parameter registration: The result of the registration.
    /// - Returns: A client; nothing is sent before one of its requests is started.
    public func client(_ registration: ClientRegistration) -> OpenIDClient {
        client(id: registration.clientID, authentication: registration.authentication)
    }

    /// Describes a request to an endpoint; the request fails if the metadata lack the endpoint.
    func request<Value: Sendable>(
        _ method: TransportMethod, _ endpoint: HTTPURL?, named name: String, role: Endpoint.Role = .other,
        encoding: Endpoint.BodyEncoding = .form, constraint: (any SenderConstraint)? = nil,
        decode: @escaping Request<Value, OpenIDError>.Decode
    ) -> Request<Value, OpenIDError> {
        var description = Endpoint(method, "", below: Result { try required(endpoint, named: name) })
        description.role = role
        description.encoding = encoding
        let context = ClientContext(
            transport: transport, logger: logger, fields: Self.fields, reservedField: "", constraint: constraint)
        return Request(description, client: context, decode: decode)
    }

    /// Returns an endpoint, which the metadata must have.
    func required(_ endpoint: HTTPURL?, named name: String) throws(OpenIDError) -> HTTPURL {
        guard let endpoint else { throw OpenIDError(.unsupported, "the provider's metadata have no \(name)") }
        return endpoint
    }

    /// The keys that the provider publishes, which verify its tokens; all clients and verifiers of the process share
    /// them.
    ///
    /// - Throws: ``OpenIDError/Code/unsupported`` if the metadata have no `jwks_uri`.
    public var keys: TokenKeys {
        get throws { try publishedKeys() }
    }

    func publishedKeys() throws(OpenIDError) -> TokenKeys {
        .remote(KeySetCache.ofProcess.keySet(at: try required(metadata.keySetURL, named: "jwks_uri"), over: transport))
    }

    /// Returns a verifier of the access tokens that this provider issues, for a server.
    ///
    /// <!-- swift: let provider = try await OpenID.discover(exampleTenant.domain + "/").start()
    /// let token = try await loggedIn(audience: "https://api.example.com/", scope: "openid read:todos").accessToken -->
    ///
    /// ```swift
    /// let verifier = try provider.accessTokenVerifier(audience: "https://api.example.com/", profiles: [.auth0])
    /// let verified = try await verifier.verify(token)
    /// print(verified.hasScope("read:todos"))
    /// // prints true
    /// ```
    ///
    /// A provider that issues its own token format, such as Keycloak, needs ``AccessTokenVerifier/Profile/auth0``. See
    /// ``AccessTokenVerifier/init(issuer:audience:keys:leeway:profiles:binding:proofs:clock:)``,
    /// whose parameters are the same.
    ///
    /// - Returns: A verifier; create one when the program starts.
    /// - Throws: ``OpenIDError/Code/unsupported`` if the metadata have no `jwks_uri`.
    /// - SeeAlso: [RFC 9068 §4](https://www.rfc-editor.org/rfc/rfc9068#section-4)
    public func accessTokenVerifier(
        audience: String, leeway: Duration = .seconds(60), profiles: Set<AccessTokenVerifier.Profile> = [.rfc9068],
        binding: AccessTokenVerifier.Binding = .optional, proofs: DPoPProofVerifier = DPoPProofVerifier()
    ) throws -> AccessTokenVerifier {
        try accessTokenVerifier(
            audiences: [audience], leeway: leeway, profiles: profiles, binding: binding, proofs: proofs)
    }

    /// Returns a verifier for an API with several identifiers; a token for any of them is accepted. See
    /// ``accessTokenVerifier(audience:leeway:profiles:binding:proofs:)``, whose parameters are the same.
    ///
    /// - Throws: ``OpenIDError/Code/unsupported`` if the metadata have no `jwks_uri`.
    public func accessTokenVerifier(
        audiences: [String], leeway: Duration = .seconds(60), profiles: Set<AccessTokenVerifier.Profile> = [.rfc9068],
        binding: AccessTokenVerifier.Binding = .optional, proofs: DPoPProofVerifier = DPoPProofVerifier()
    ) throws -> AccessTokenVerifier {
        AccessTokenVerifier(
            issuer: metadata.issuer, audiences: audiences, keys: try publishedKeys(), leeway: leeway,
            profiles: profiles, binding: binding, proofs: proofs)
    }
}

extension OpenIDProvider: _Redacted {
    /// A mirror of only the issuer.
    public var customMirror: Mirror { Mirror(self, children: ["issuer": metadata.issuer]) }
}
