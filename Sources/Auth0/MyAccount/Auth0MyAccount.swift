import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import OpenID
import RequestPipeline

/// The SDK's own client of the My Account API.
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

    /// What stands in for a double that does not implement what it is asked for.
    static let unimplemented = Auth0MyAccount(token: "nobody", .failure(.notImplemented), CurlTransport.standard)

    var url: URL { address.url.appending(path: "me/\(Self.apiVersion)") }

    var authenticationMethods: any MyAccountAuthenticationMethods { Auth0MyAccountAuthenticationMethods(account: self) }
}

extension Auth0MyAccount: CustomStringConvertible, CustomReflectable {
    /// The client without its token.
    var description: String { "MyAccount(url: \(url))" }
    /// The client without its token.
    var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}

extension Auth0MyAccount: APIClient {
    func endpoint(_ method: HTTPMethod, _ path: String) -> Endpoint {
        var endpoint = Endpoint(method, "me/\(Self.apiVersion)/" + path, below: address.base)
            .authorized(by: token, as: dpop == nil ? "Bearer" : "DPoP")
        endpoint.role = .protectedResource
        return endpoint
    }
}

/// The SDK's own client of the part about how a user logs in.
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
