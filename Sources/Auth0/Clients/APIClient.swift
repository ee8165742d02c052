import ByteEncodings
import FoundationEssentials
import HTTPMessages
import OpenID
import RequestPipeline

/// The common part of the clients of all APIs: turns an endpoint into a request.
protocol APIClient: Trackable, Loggable, Sendable {
    var address: TenantAddress { get }
    var transport: any Transport { get }
    /// Binds requests to a key; `nil` when they are not bound.
    var constraint: (any SenderConstraint)? { get }

    /// Describes an endpoint of this API, with the path, header fields, fields and role that all endpoints of the API
    /// share.
    func endpoint(_ method: TransportMethod, _ path: String) -> Endpoint
}

extension APIClient {
    var url: URL { address.url }

    private var context: ClientContext {
        ClientContext(
            transport: transport, logger: logger, fields: telemetry.fields, reservedField: Telemetry.reservedField,
            constraint: constraint)
    }

    /// `nil`: requests are not bound to a key, unless the client has one.
    var constraint: (any SenderConstraint)? { nil }

    /// Describes a request whose response is decoded by `Decodable`; see ``request(_:_:role:decode:)``.
    func request<Value: Decodable & Sendable, Failure: Auth0APIError>(
        _ method: TransportMethod, _ path: String, role: Endpoint.Role? = nil
    ) -> Request<Value, Failure> {
        request(method, path, role: role, decode: Decoders.decodable(Value.self))
    }

    /// Describes a request whose response has no value; see ``request(_:_:role:decode:)``.
    func request<Failure: Auth0APIError>(
        _ method: TransportMethod, _ path: String, role: Endpoint.Role? = nil
    ) -> Request<Void, Failure> {
        request(method, path, role: role, decode: Decoders.nothing)
    }

    /// Describes a request whose response is decoded by a closure; `path` is below the API's own.
    ///
    /// The role decides whether a client with a DPoP key sends a proof; `nil` is the role of the API's endpoints.
    func request<Value, Failure: Auth0APIError>(
        _ method: TransportMethod, _ path: String, role: Endpoint.Role? = nil,
        decode: @escaping Request<Value, Failure>.Decode
    ) -> Request<Value, Failure> {
        var endpoint = endpoint(method, path)
        if let role { endpoint.role = role }
        return Request(endpoint, client: context, decode: decode)
    }
}

extension APIClient where Self: SenderConstraining {
    /// The DPoP key of the client.
    var constraint: (any SenderConstraint)? { dpop?.sender }
}

/// A client of an API at which an application authenticates if it can keep a secret.
protocol ApplicationClient: APIClient {
    /// The method by which the application authenticates; `nil` for an application that cannot keep a secret.
    var clientAuthentication: ClientAuthentication? { get set }
}

extension ApplicationClient {
    var clientId: String { address.clientId }

    /// Describes a request, see ``APIClient/request(_:_:role:decode:)``, with the application's proof if the endpoint
    /// authenticates it: the token endpoint, which the role `grant` names, always does.
    func post<Value, Failure: Auth0APIError>(
        _ path: String, role: Endpoint.Role? = nil, authenticates: Bool = false,
        decode: @escaping Request<Value, Failure>.Decode
    ) -> Request<Value, Failure> {
        let request: Request<Value, Failure> = request(.post, path, role: role, decode: decode)
        guard authenticates || role == .grant, let clientAuthentication, let base = try? address.base.get() else {
            return request
        }
        return request.authenticated(as: clientId, to: base.string, by: clientAuthentication)
    }

    /// Describes a request whose response is decoded by `JSONReadable`; see ``post(_:role:authenticates:decode:)``.
    func post<Value: JSONReadable, Failure: Auth0APIError>(
        _ path: String, role: Endpoint.Role? = nil
    ) -> Request<Value, Failure> { post(path, role: role, decode: Decoders.readable(Value.self)) }

    /// Describes a request whose response has no value; see ``post(_:role:authenticates:decode:)``.
    func post<Failure: Auth0APIError>(_ path: String, authenticates: Bool = false) -> Request<Void, Failure> {
        post(path, authenticates: authenticates, decode: Decoders.nothing)
    }

    /// Returns a copy that authenticates the application.
    func authenticating(by method: ClientAuthentication) -> Self {
        var client = self
        client.clientAuthentication = method
        return client
    }
}

extension Endpoint {
    /// Returns the endpoint with an access token; its requests fail when the token is empty.
    ///
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1)
    func authorized(by token: String, as type: String = "Bearer") -> Endpoint {
        var copy = self
        copy.setHeader("Authorization", "\(type) \(token)")
        if token.isEmpty { copy.fail(ConfigurationError(.missingToken, "pass the access token of the API")) }
        return copy
    }
}

extension Request {
    /// Returns a copy of the request with a token; the request fails with the advice when the token is empty.
    func authorized(by token: String, as type: String = "Bearer", orElse advice: String) -> Self {
        headers(["Authorization": "\(type) \(token)"])
            .failing(token.isEmpty ? ConfigurationError(.missingToken, advice) : nil)
    }
}

/// Returns the reason why a text cannot be a path segment: an empty segment and dot segments name another path (RFC
/// 3986 §5.2.4), and no ID has a line break.
func pathSegmentProblem(_ text: String) -> TransportError? {
    if ["", ".", ".."].contains(text) {
        return TransportError(.invalidArgument, detail: "an ID is empty or a dot segment")
    }
    return lineProblem("an ID", text)
}

/// Returns the reason why a text cannot be a member of an object parameter: no identifier and no name has a line break.
func lineProblem(_ subject: String, _ text: String?) -> TransportError? {
    guard let text, text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return nil }
    return TransportError(.invalidArgument, detail: "\(subject) has a line break or a NUL in it")
}
