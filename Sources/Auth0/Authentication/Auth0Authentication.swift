import ByteEncodings
import HTTPMessages
import LibcurlTransport
import OpenID
import RequestPipeline

/// The implementation of ``Authentication`` that sends requests to the tenant.
struct Auth0Authentication: Authentication {
    let address: TenantAddress
    var transport: any Transport = CurlTransport.standard
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?
    /// The method by which the application authenticates; `nil` for an application that cannot keep a secret.
    var clientAuthentication: ClientAuthentication?
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

    /// Returns the client that describes the requests: this client or, for a test double that leaves out the call, a
    /// client that fails every request.
    func implementation(_ call: String = #function) -> Auth0Authentication {
        self as? Auth0Authentication ?? Auth0Authentication(address: .notImplemented(call, in: Self.self))
    }
}
