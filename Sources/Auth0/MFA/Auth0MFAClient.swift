import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import OpenID
import RequestPipeline

/// The SDK's own client of the MFA API.
struct Auth0MFAClient: MFAClient {
    let address: TenantAddress
    let transport: any Transport

    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?

    init(_ configuration: Result<Auth0Configuration, ConfigurationError>, _ transport: any Transport) {
        address = TenantAddress(configuration)
        self.transport = transport
    }

    /// What stands in for a double that does not implement what it is asked for.
    static let unimplemented = Auth0MFAClient(.failure(.notImplemented), CurlTransport.standard)

    var clientId: String { address.clientId }
    var url: URL { address.url }
}

extension Auth0MFAClient: APIClient {
    func endpoint(_ method: HTTPMethod, _ path: String) -> Endpoint { Endpoint(method, path, below: address.base) }
}
