public import FoundationEssentials
import HTTP
public import Pipeline

/// A client of the My Account API, with which users manage how they log in.
///
/// Make one with ``myAccount(token:domain:session:)``.
public struct MyAccount: Sendable, Trackable, Loggable, SenderConstraining {
    /// The version of the API.
    public static let apiVersion = "v1"

    let address: TenantAddress
    let transport: any Transport

    /// The access token of every request.
    public let token: String
    /// How the client names the SDK to the server.
    public var telemetry = Telemetry()
    /// Who is told what the client sends and receives; nobody by default.
    public var logger: (any Logger)?
    /// The key that requests are bound to; none by default.
    public var dpop: DPoP?

    init(token: String, _ configuration: Result<Auth0Configuration, ConfigurationError>, _ transport: any Transport) {
        self.token = token
        address = TenantAddress(configuration)
        self.transport = transport
    }

    /// The base URL of the API: `<domain>/me/v1`.
    public var url: URL { address.url.appending(path: "me/\(Self.apiVersion)") }

    /// How the user logs in: the methods that are enrolled, and the factors the tenant offers.
    ///
    /// It goes on with the telemetry and the logger that this client has now.
    public var authenticationMethods: MyAccountAuthenticationMethods { MyAccountAuthenticationMethods(account: self) }
}

extension MyAccount: CustomStringConvertible, CustomReflectable {
    /// The client without its token.
    public var description: String { "MyAccount(url: \(url))" }
    /// The client without its token.
    public var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}

extension MyAccount: APIClient {
    func endpoint(_ method: HTTPMethod, _ path: String) -> Endpoint {
        Endpoint(method, "me/\(Self.apiVersion)/" + path, below: address.base)
            .authorized(by: token, as: dpop == nil ? "Bearer" : "DPoP")
    }
}
