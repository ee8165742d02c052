import ByteEncodings
import FoundationEssentials
import HTTPMessages
import LibcurlTransport
import RequestPipeline

/// The implementation of ``Users`` that sends requests to the tenant.
struct Auth0Users: Users {
    let address: TenantAddress
    var transport: any Transport = CurlTransport.standard
    let token: String
    var telemetry = Telemetry()
    var logger: (any Logger)?
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

    /// Describes a request for a user.
    func object(_ method: TransportMethod, _ user: String) -> Request<ManagementObject, ManagementError> {
        // A profile has no member `error`; an object with this member is a refusal (RFC 6749 §5.2).
        request(
            method, PercentEncoding.encode(user),
            decode: Decoders.tree { $0["error"]?.string == nil ? $0.freeFormObject : nil }
        )
        .failing(pathSegmentProblem(user))
    }

    /// Describes a request for the identities of a user; further IDs follow as path segments.
    func identities(
        _ method: TransportMethod, _ user: String, _ others: String...
    ) -> Request<[ManagementObject], ManagementError> {
        let segments = [user, "identities"] + others
        let path = segments.map { PercentEncoding.encode($0) }.joined(separator: "/")
        return request(method, path, decode: Decoders.tree(\.freeFormObjects))
            .failing(segments.lazy.compactMap(pathSegmentProblem).first)
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
