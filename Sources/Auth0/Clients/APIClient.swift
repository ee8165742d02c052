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

    /// Describes a request whose response is decoded by a closure.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below the API's own.
    ///   - role: The role that decides whether a client with a DPoP key sends a proof; `nil` is the role of the API's
    ///     endpoints.
    ///   - decode: Decodes a response.
    /// - Returns: A request.
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
