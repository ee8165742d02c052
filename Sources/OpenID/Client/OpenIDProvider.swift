import ByteEncodings
public import HTTPMessages
public import LibcurlTransport
public import RequestPipeline

/// A provider whose metadata are known.
///
/// A value: keep it, copy it, use it from any thread.
public struct OpenIDProvider: Sendable, Loggable {
    /// What it says about itself.
    public let metadata: ProviderMetadata
    /// Who is told what clients open, send and receive; nobody by default.
    public var logger: (any Logger)?
    let transport: any Transport

    static let fields: HTTPFields = ["Accept": "application/json"]

    /// A provider whose metadata are known without asking it.
    ///
    /// - Parameters:
    ///   - metadata: What it would say about itself.
    ///   - session: Who sends the requests: libcurl, unless another transport is given.
    public init(_ metadata: ProviderMetadata, session: any Transport = CurlTransport.standard) {
        (self.metadata, transport) = (metadata, session)
    }

    /// A client of this provider.
    ///
    /// - Parameters:
    ///   - id: The client ID.
    ///   - authentication: How the client shows who it is; a program that people install cannot keep a secret.
    /// - Returns: A client; nothing is sent before one of its requests is started.
    public func client(id: String, authentication: ClientAuthentication = .none) -> OpenIDClient {
        OpenIDClient(provider: self, id: id, authentication: authentication)
    }

    /// A client that registered itself.
    ///
    /// - Parameter registration: What came of it.
    /// - Returns: A client; nothing is sent before one of its requests is started.
    public func client(_ registration: ClientRegistration) -> OpenIDClient {
        client(id: registration.clientID, authentication: registration.authentication)
    }

    /// Describes a request of one of the endpoints, or one that fails because the provider has no such endpoint.
    func request<Value: Sendable>(
        _ method: HTTPMethod, _ endpoint: HTTPURL?, named name: String, role: Endpoint.Role = .other,
        encoding: Endpoint.BodyEncoding = .form, constraint: (any SenderConstraint)? = nil,
        decode: @escaping Request<Value, OpenIDError>.Decode
    ) -> Request<Value, OpenIDError> {
        let url: Result<HTTPURL, any Error> = endpoint.map { .success($0) } ?? .failure(Self.lacks(name))
        var description = Endpoint(method, "", below: url)
        description.role = role
        description.encoding = encoding
        let context = ClientContext(
            transport: transport, logger: logger, fields: Self.fields, reservedField: "", constraint: constraint)
        return Request(description, client: context, decode: Self.refusing(decode))
    }

    /// Reads an answer, and where it is none what it says instead: GitHub, Slack and others refuse with the status of success.
    private static func refusing<Value>(
        _ decode: @escaping Request<Value, OpenIDError>.Decode
    ) -> Request<Value, OpenIDError>.Decode {
        { response throws(ResponseError) in
            do throws(ResponseError) {
                return try decode(response)
            } catch {
                guard error.code == .unexpectedShape,
                    let info = (try? JSONValue(parsing: response.body))?.freeFormObject,
                    info["error"] is String
                else { throw error }
                throw ResponseError(.unacceptable, cause: OpenIDError(info: info, statusCode: response.status))
            }
        }
    }

    /// An endpoint that has to be there.
    func required(_ endpoint: HTTPURL?, named name: String) throws(OpenIDError) -> HTTPURL {
        guard let endpoint else { throw Self.lacks(name) }
        return endpoint
    }

    private static func lacks(_ name: String) -> OpenIDError {
        OpenIDError(.unsupported, "the provider's metadata have no \(name)")
    }

    /// The keys that tokens are signed with.
    var keys: TokenKeys {
        get throws(OpenIDError) {
            .remote(
                KeySetCache.ofProcess.keySet(at: try required(metadata.keySetURL, named: "jwks_uri"), over: transport))
        }
    }
}

extension OpenIDProvider: Redacted {
    /// The issuer.
    public var customMirror: Mirror { Mirror(self, children: ["issuer": metadata.issuer]) }
}
