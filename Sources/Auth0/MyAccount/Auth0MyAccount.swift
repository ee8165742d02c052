import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import OpenID
import RequestPipeline

/// The implementation of ``MyAccount`` that sends requests to the tenant.
struct Auth0MyAccount: MyAccount {
    let address: TenantAddress
    let transport: any Transport

    let token: String
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?

    init(token: String, _ configuration: Result<Auth0Configuration, ConfigurationError>, _ transport: any Transport) {
        self.token = token
        address = TenantAddress(configuration)
        self.transport = transport
    }

    /// Returns the client for methods that a test double leaves out: each request fails without being sent.
    ///
    /// - Parameters:
    ///   - call: The method.
    ///   - double: The type of the test double.
    /// - Returns: The client.
    static func unimplemented(_ call: String, in double: Any.Type) -> Auth0MyAccount {
        Auth0MyAccount(token: "unused", .failure(.notImplemented(call, in: double)), CurlTransport.standard)
    }

    var url: URL { address.url.appending(path: "me/\(Self.apiVersion)") }

    var authenticationMethods: any MyAccountAuthenticationMethods { Auth0MyAccountAuthenticationMethods(account: self) }
}

extension Auth0MyAccount: CustomStringConvertible, CustomReflectable {
    /// A description without the access token.
    var description: String { "MyAccount(url: \(url))" }
    /// The members for reflection, without the access token.
    var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}

extension Auth0MyAccount: APIClient {
    func endpoint(_ method: TransportMethod, _ path: String) -> Endpoint {
        var endpoint = Endpoint(method, "me/\(Self.apiVersion)/" + path, below: address.base)
            .authorized(by: token, as: dpop == nil ? "Bearer" : "DPoP")
        endpoint.role = .protectedResource
        return endpoint
    }
}

/// The implementation of ``MyAccountAuthenticationMethods`` that sends requests to the tenant.
struct Auth0MyAccountAuthenticationMethods: MyAccountAuthenticationMethods {
    var account: Auth0MyAccount

    var token: String { account.token }
    var url: URL { account.url }

    var telemetry: Telemetry {
        get { account.telemetry }
        set { account.telemetry = newValue }
    }
    var logger: (any Logger)? {
        get { account.logger }
        set { account.logger = newValue }
    }
    var dpop: DPoP? {
        get { account.dpop }
        set { account.dpop = newValue }
    }
}
