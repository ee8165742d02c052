import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import OpenID
import RequestPipeline

/// The implementation of ``MFAClient`` that sends requests to the tenant.
struct Auth0MFAClient: MFAClient {
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
    static func unimplemented(_ call: String, in double: Any.Type) -> Auth0MFAClient {
        Auth0MFAClient(.failure(.notImplemented(call, in: double)), CurlTransport.standard)
    }

    var clientId: String { address.clientId }
    var url: URL { address.url }
}

extension Auth0MFAClient: ApplicationClient {
    func endpoint(_ method: TransportMethod, _ path: String) -> Endpoint { Endpoint(method, path, below: address.base) }
}
