import ByteEncodings
import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import RequestPipeline

/// The implementation of ``Users`` that sends requests to the tenant.
struct Auth0Users: Users {
    let address: TenantAddress
    let transport: any Transport

    let token: String
    var telemetry = Telemetry()
    var logger: (any Logger)?

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
    static func unimplemented(_ call: String, in double: Any.Type) -> Auth0Users {
        Auth0Users(token: "unused", .failure(.notImplemented(call, in: double)), CurlTransport.standard)
    }

    var url: URL { address.url }
}

extension Auth0Users: CustomStringConvertible, CustomReflectable {
    /// A description without the access token.
    var description: String { "Users(url: \(url))" }
    /// The members for reflection, without the access token.
    var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}

extension Auth0Users: APIClient {
    func endpoint(_ method: TransportMethod, _ path: String) -> Endpoint {
        Endpoint(method, "api/v2/users/" + path, below: address.base).authorized(by: token)
    }

    func object(_ method: TransportMethod, _ path: String) -> Request<ManagementObject, ManagementError> {
        // A profile has no member `error`; an object with this member is a refusal (RFC 6749 §5.2).
        request(method, path, decode: Decoders.tree { $0["error"]?.string == nil ? $0.freeFormObject : nil })
    }

    func objects(_ method: TransportMethod, _ path: String) -> Request<[ManagementObject], ManagementError> {
        request(method, path, decode: Decoders.tree(\.freeFormObjects))
    }
}

extension JSONValue {
    /// The elements as free-form objects; `nil` unless the value is an array of objects.
    fileprivate var freeFormObjects: [ManagementObject]? {
        guard case .array(let elements) = self else { return nil }
        let objects = elements.compactMap(\.freeFormObject)
        return objects.count == elements.count ? objects : nil
    }
}
