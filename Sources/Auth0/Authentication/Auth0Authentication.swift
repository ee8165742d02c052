import ByteEncodings
import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import OpenID
import RequestPipeline

/// The implementation of ``Authentication`` that sends requests to the tenant.
struct Auth0Authentication: Authentication {
    let address: TenantAddress
    let transport: any Transport

    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?
    /// The method by which the application authenticates; `nil` for an application that cannot keep a secret.
    var clientAuthentication: ClientAuthentication?

    init(_ configuration: Result<Auth0Configuration, ConfigurationError>, _ transport: any Transport) {
        address = TenantAddress(configuration)
        self.transport = transport
    }

    /// Returns the client for methods that a test double leaves out: each request fails without being sent.
    ///
    /// - Parameters:
    ///   - call: The method.
    ///   - double: The type of the test double.
    /// - Returns: The client.
    static func unimplemented(_ call: String, in double: Any.Type) -> Auth0Authentication {
        Auth0Authentication(.failure(.notImplemented(call, in: double)), CurlTransport.standard)
    }

    var clientId: String { address.clientId }
    var url: URL { address.url }
}

extension Auth0Authentication: ApplicationClient {
    func endpoint(_ method: TransportMethod, _ path: String) -> Endpoint {
        var endpoint = Endpoint(method, path, below: address.base)
        if method == .post { endpoint.set("client_id", .string(clientId)) }
        return endpoint
    }
}

extension Authentication {
    /// The DPoP key: `nil`, for test doubles that do not use DPoP. Setting it has no effect.
    public var dpop: DPoP? {
        get { nil }
        set {}  // A test double without this property stores no key.
    }

    /// The client that describes the requests: this client or, for a test double, a client that fails every request.
    ///
    /// - Parameter call: The call that a test double leaves out.
    /// - Returns: The client.
    func implementation(_ call: String = #function) -> Auth0Authentication {
        self as? Auth0Authentication ?? .unimplemented(call, in: Self.self)
    }
}
