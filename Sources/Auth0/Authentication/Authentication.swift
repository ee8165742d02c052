public import FoundationEssentials
import HTTP
public import Pipeline

/// A client of the Authentication API: logins, tokens, profiles.
///
/// A value: keep it, copy it, use it from any thread. Make one with ``authentication(clientId:domain:session:)``.
public struct Authentication: Sendable, Trackable, Loggable, SenderConstraining {
    let address: TenantAddress
    let transport: any Transport

    /// How the client names the SDK to the server.
    public var telemetry = Telemetry()
    /// Who is told what the client sends and receives; nobody by default.
    public var logger: (any Logger)?
    /// The key that requests are bound to; none by default.
    public var dpop: DPoP?

    init(_ configuration: Result<Auth0Configuration, ConfigurationError>, _ transport: any Transport) {
        address = TenantAddress(configuration)
        self.transport = transport
    }

    /// The client ID of the application; empty when none was found.
    public var clientId: String { address.clientId }
    /// The base URL of the tenant; `file:///` when the domain is not acceptable, and then every request fails.
    public var url: URL { address.url }
}

extension Authentication: APIClient {
    func endpoint(_ method: HTTPMethod, _ path: String) -> Endpoint {
        var endpoint = Endpoint(method, path, below: address.base)
        if method == .post { endpoint.set("client_id", .string(clientId)) }
        return endpoint
    }

    /// An endpoint that answers with a value.
    func post<Value: JSONReadable>(_ path: String) -> Request<Value, AuthenticationError> { request(.post, path) }

    /// An endpoint whose success says it all.
    func post(_ path: String) -> Request<Void, AuthenticationError> { request(.post, path) }
}
