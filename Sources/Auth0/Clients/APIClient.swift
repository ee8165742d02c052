import ByteEncodings
import FoundationEssentials
import HTTPMessages
import OpenID
import RequestPipeline

/// What the clients of all APIs have in common: how an endpoint becomes a request.
protocol APIClient: Trackable, Loggable, Sendable {
    var address: TenantAddress { get }
    var transport: any Transport { get }
    /// Who binds requests to a key, when somebody does.
    var constraint: (any SenderConstraint)? { get }

    /// Describes a request of this API: the API's own path, headers and fields around an endpoint's.
    func endpoint(_ method: HTTPMethod, _ path: String) -> Endpoint
}

extension APIClient {
    private var context: ClientContext {
        ClientContext(
            transport: transport, logger: logger, fields: telemetry.fields, reservedField: Telemetry.reservedField,
            constraint: constraint)
    }

    /// Nobody, unless the client says otherwise.
    var constraint: (any SenderConstraint)? { nil }

    /// A request whose answer pulls itself out of the text.
    func request<Value: JSONReadable, Failure: Auth0APIError>(
        _ method: HTTPMethod, _ path: String
    ) -> Request<Value, Failure> {
        request(method, path, decode: Decoders.readable(Value.self))
    }

    /// A request whose answer decodes itself.
    func request<Value: Decodable & Sendable, Failure: Auth0APIError>(
        _ method: HTTPMethod, _ path: String
    ) -> Request<Value, Failure> {
        request(method, path, decode: Decoders.decodable(Value.self))
    }

    /// A request whose success says it all.
    func request<Failure: Auth0APIError>(_ method: HTTPMethod, _ path: String) -> Request<Void, Failure> {
        request(method, path, decode: Decoders.nothing)
    }

    /// A request whose answer becomes a value in a way of its own.
    func request<Value, Failure: Auth0APIError>(
        _ method: HTTPMethod, _ path: String, decode: @escaping Request<Value, Failure>.Decode
    ) -> Request<Value, Failure> {
        var endpoint = endpoint(method, path)
        endpoint.role = Endpoint.Role(path: endpoint.path)
        return Request(endpoint, client: context, decode: decode)
    }
}

extension APIClient where Self: SenderConstraining {
    /// The client's own key.
    var constraint: (any SenderConstraint)? { dpop?.sender }
}
