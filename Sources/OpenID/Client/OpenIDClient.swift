import ByteEncodings
import HTTPMessages
import JOSE
public import RequestPipeline

/// A client of an OpenID provider: logins, tokens, profiles and logouts.
///
/// A value: keep it, copy it, use it from any thread. Create one with ``OpenIDProvider/client(id:authentication:)``.
public struct OpenIDClient: Sendable, Loggable, SenderConstraining {
    /// The provider that the client is registered with.
    public internal(set) var provider: OpenIDProvider
    /// The client ID (`client_id`).
    public let id: String
    /// The method by which the client authenticates to the provider.
    public let authentication: ClientAuthentication
    /// The key that tokens are bound to; `nil`, the default, requests bearer tokens.
    public var dpop: DPoP?
    /// The keys that verify ID tokens, if the provider does not publish them: for a client registered for HS256 its
    /// secret, as ``TokenKeys/secret(_:algorithm:)``.
    public var idTokenKeys: TokenKeys?

    init(provider: OpenIDProvider, id: String, authentication: ClientAuthentication) {
        (self.provider, self.id, self.authentication) = (provider, id, authentication)
    }

    /// The logger of everything that the client opens, sends and receives; `nil`, the default, logs nothing.
    public var logger: (any Logger)? {
        get { provider.logger }
        set { provider.logger = newValue }
    }

    /// The default scope of a login.
    public static let defaultScope = "openid profile email"

    /// The keys that verify the provider's ID tokens.
    var keys: TokenKeys {
        get throws(OpenIDError) {
            if let idTokenKeys { return idTokenKeys }
            return try provider.publishedKeys()
        }
    }

    /// Describes a request to an endpoint that authenticates the client.
    func post<Value: Sendable>(
        _ endpoint: HTTPURL?, named name: String, role: Endpoint.Role = .other,
        decode: @escaping Request<Value, OpenIDError>.Decode
    ) -> Request<Value, OpenIDError> {
        provider.request(
            .post, self.endpoint(endpoint, named: name), named: name, role: role, constraint: dpop?.sender,
            decode: decode
        )
        .authenticated(as: id, to: provider.metadata.issuer, by: authentication)
    }

    /// Returns an endpoint, or its alias for clients that authenticate with a certificate (RFC 8705 §5).
    func endpoint(_ endpoint: HTTPURL?, named name: String) -> HTTPURL? {
        authentication == .tls ? provider.metadata.mutualTLSEndpoints[name] ?? endpoint : endpoint
    }

    /// Describes a token request with a grant type.
    func grant<Value: Sendable>(
        _ type: String, decode: @escaping Request<Value, OpenIDError>.Decode
    ) -> Request<Value, OpenIDError> {
        post(provider.metadata.tokenEndpoint, named: "token_endpoint", role: .grant, decode: decode)
            .fields(["grant_type": type])
    }

    /// Describes a token request with a grant type, whose result are credentials.
    func grant(_ type: String) -> Request<Credentials, OpenIDError> {
        grant(type, decode: Decoders.readable(Credentials.self))
    }
}

extension OpenIDClient: _Redacted {
    /// The provider, the ID and the kind of authentication.
    public var customMirror: Mirror {
        Mirror(self, children: ["issuer": provider.metadata.issuer, "id": id, "authentication": authentication])
    }
}
