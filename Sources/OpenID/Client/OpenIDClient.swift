import HTTPMessages
import JOSE
public import RequestPipeline

/// A client of a provider: logins, tokens, profiles, logouts.
///
/// A value: keep it, copy it, use it from any thread. Make one with ``OpenIDProvider/client(id:authentication:)``.
public struct OpenIDClient: Sendable, Loggable, SenderConstraining {
    /// Whose client it is.
    public internal(set) var provider: OpenIDProvider
    /// The client ID.
    public let id: String
    /// How the client shows who it is.
    public let authentication: ClientAuthentication
    /// The key that tokens are bound to; none by default.
    public var dpop: DPoP?
    /// What the provider signs ID tokens for this client with, when that is not one of the keys it publishes: a client that
    /// registered for HS256 gives its secret here, as ``TokenKeys/secret(_:_:)``.
    public var idTokenKeys: TokenKeys?

    init(provider: OpenIDProvider, id: String, authentication: ClientAuthentication) {
        (self.provider, self.id, self.authentication) = (provider, id, authentication)
    }

    /// Who is told what the client opens, sends and receives; nobody by default.
    public var logger: (any Logger)? {
        get { provider.logger }
        set { provider.logger = newValue }
    }

    /// The scope that a login asks for when none is given.
    public static let defaultScope = "openid profile email"

    /// What the provider signs ID tokens with.
    var keys: TokenKeys {
        get throws(OpenIDError) {
            if let idTokenKeys { return idTokenKeys }
            return try provider.keys
        }
    }

    /// An endpoint that wants to know who the client is, and answers with a value.
    func post<Value: Sendable>(
        _ endpoint: HTTPURL?, named name: String, role: Endpoint.Role = .other,
        decode: @escaping Request<Value, OpenIDError>.Decode
    ) -> Request<Value, OpenIDError> {
        provider.request(.post, endpoint, named: name, role: role, constraint: dpop?.sender, decode: decode)
            .authenticated(as: id, by: authentication)
    }

    /// A grant: tokens for something else.
    func grant(_ type: String) -> Request<Credentials, OpenIDError> {
        post(
            provider.metadata.tokenEndpoint, named: "token_endpoint", role: .grant,
            decode: Decoders.readable(Credentials.self)
        )
        .fields(["grant_type": type])
    }
}

extension OpenIDClient: Redacted {
    /// The provider, the ID and the kind of authentication.
    public var customMirror: Mirror {
        Mirror(self, children: ["issuer": provider.metadata.issuer, "id": id, "authentication": authentication])
    }
}
