public import FoundationEssentials
import HTTP
public import Pipeline

/// A client of the MFA API: second factors of a login that is under way.
///
/// A login that needs one fails with ``AuthenticationError/isMultifactorRequired``, and the token for every call of this
/// client is in its ``AuthenticationError/mfaRequiredErrorPayload``. Make a client with
/// ``mfa(clientId:domain:session:)``.
public struct MFAClient: Sendable, Trackable, Loggable, SenderConstraining {
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
    /// The base URL of the tenant.
    public var url: URL { address.url }
}

extension MFAClient: APIClient {
    func endpoint(_ method: HTTPMethod, _ path: String) -> Endpoint { Endpoint(method, path, below: address.base) }
}
