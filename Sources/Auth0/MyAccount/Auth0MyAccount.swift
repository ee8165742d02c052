import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import OpenID
import RequestPipeline

/// The implementation of ``MyAccount`` and of its parts that sends requests to the tenant.
struct Auth0MyAccount: MyAccount, MyAccountAuthenticationMethods {
    let address: TenantAddress
    var transport: any Transport = CurlTransport.standard
    let token: String
    var telemetry = Telemetry()
    var logger: (any Logger)?
    var dpop: DPoP?

    var url: URL { address.url.appending(path: "me/\(Self.apiVersion)") }
    var authenticationMethods: any MyAccountAuthenticationMethods { self }
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
