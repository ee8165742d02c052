import ByteEncodings
import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import RequestPipeline

/// The SDK's own client of the Management API.
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

    /// What stands in for a double that does not implement what it is asked for.
    static let unimplemented = Auth0Users(token: "nobody", .failure(.notImplemented), CurlTransport.standard)

    var url: URL { address.url }
}

extension Auth0Users: CustomStringConvertible, CustomReflectable {
    /// The client without its token.
    var description: String { "Users(url: \(url))" }
    /// The client without its token.
    var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}

extension Auth0Users: APIClient {
    func endpoint(_ method: HTTPMethod, _ path: String) -> Endpoint {
        Endpoint(method, "api/v2/users/" + path, below: address.base).authorized(by: token)
    }

    func object(_ method: HTTPMethod, _ path: String) -> Request<ManagementObject, ManagementError> {
        request(method, path, decode: Decoders.tree(\.freeFormObject))
    }

    func objects(_ method: HTTPMethod, _ path: String) -> Request<[ManagementObject], ManagementError> {
        request(method, path, decode: Decoders.tree(\.freeFormObjects))
    }
}

extension JSONValue {
    /// The elements as free-form objects, when this is an array of objects.
    fileprivate var freeFormObjects: [ManagementObject]? {
        guard case .array(let elements) = self else { return nil }
        let objects = elements.compactMap(\.freeFormObject)
        return objects.count == elements.count ? objects : nil
    }
}
