import ByteEncodings
import OpenID
import RequestPipeline

/// A client of an API at which an application authenticates if it can keep a secret.
protocol ApplicationClient: APIClient {
    /// The method by which the application authenticates; `nil` for an application that cannot keep a secret.
    var clientAuthentication: ClientAuthentication? { get set }
}

extension ApplicationClient {
    var clientId: String { address.clientId }

    /// Describes a request with the application's proof, if the endpoint requires it.
    ///
    /// - Parameters:
    ///   - path: The path of the endpoint.
    ///   - role: The role that decides whether a client with a DPoP key sends a proof; `nil` is the role of the API's
    ///     endpoints.
    ///   - authenticates: Whether the endpoint authenticates the application; the token endpoint, which the role
    ///     `grant` names, always does. Other endpoints do not receive its secret.
    ///   - decode: Decodes a response.
    /// - Returns: A request.
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
