public import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import OpenID
public import RequestPipeline

/// The requirements that all clients of the My Account API share.
@preconcurrency
public protocol MyAccountClient: SenderConstraining, Trackable, Loggable, Sendable {
    /// The access token that every request carries.
    var token: String { get }
    /// The base URL of the API: `<domain>/me/v1`.
    var url: URL { get }
}

extension MyAccountClient {
    /// The DPoP key: `nil`, for test doubles that do not use DPoP. Setting it has no effect.
    public var dpop: DPoP? {
        get { nil }
        set {}  // A test double without this property stores no key.
    }
}

/// A client of the My Account API, with which users manage their own authentication methods.
///
/// Create a client with ``myAccount(token:domain:session:)``. A failed request delivers a ``MyAccountError``.
@preconcurrency
public protocol MyAccount: MyAccountClient {
    /// The version of the API, as in its URL.
    static var apiVersion: String { get }
    /// A client for the user's authentication methods and the factors that the tenant has enabled.
    ///
    /// It copies the telemetry, the logger and the DPoP key that this client has when the property is read.
    var authenticationMethods: any MyAccountAuthenticationMethods { get }
}

extension MyAccount {
    /// The version of the API that this SDK calls: `v1`.
    public static var apiVersion: String { "v1" }
}

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
