public import FoundationEssentials
import Encodings
import HTTP
public import Pipeline

/// An object of the Management API, free of form.
public typealias ManagementObject = [String: any Sendable]

/// A client of the Management API, as far as users may call it: their own profile and identities.
///
/// Make one with ``users(token:domain:session:)``.
public struct Users: Sendable, Trackable, Loggable {
    let address: TenantAddress
    let transport: any Transport

    /// The access token of every request.
    public let token: String
    /// How the client names the SDK to the server.
    public var telemetry = Telemetry()
    /// Who is told what the client sends and receives; nobody by default.
    public var logger: (any Logger)?

    init(token: String, _ configuration: Result<Auth0Configuration, ConfigurationError>, _ transport: any Transport) {
        self.token = token
        address = TenantAddress(configuration)
        self.transport = transport
    }

    /// The base URL of the tenant.
    public var url: URL { address.url }
}

extension Users: CustomStringConvertible, CustomReflectable {
    /// The client without its token.
    public var description: String { "Users(url: \(url))" }
    /// The client without its token.
    public var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}

extension Users: APIClient {
    func endpoint(_ method: HTTPMethod, _ path: String) -> Endpoint {
        Endpoint(method, "api/v2/users/" + path, below: address.base).authorized(by: token)
    }

    private func object(_ method: HTTPMethod, _ path: String) -> Request<ManagementObject, ManagementError> {
        request(method, path, decode: Decoders.tree(\.freeFormObject))
    }

    private func objects(_ method: HTTPMethod, _ path: String) -> Request<[ManagementObject], ManagementError> {
        request(method, path, decode: Decoders.tree(\.freeFormObjects))
    }
}

extension Users {
    /// Reads a user.
    ///
    /// - Parameters:
    ///   - identifier: The user's ID.
    ///   - fields: The members to read; none asks for all.
    ///   - include: Whether `fields` are the ones wanted, or the ones not wanted.
    /// - Returns: A request for the user; needs the scope `read:current_user`.
    public func get(
        _ identifier: String, fields: [String] = [], include: Bool = true
    ) -> Request<ManagementObject, ManagementError> {
        object(.get, segment(identifier))
            .fields(fields.isEmpty ? [:] : ["fields": fields.joined(separator: ","), "include_fields": include])
            .failing(problem(identifier))
    }

    /// Changes a user's `user_metadata`; members that are not named stay as they are.
    ///
    /// - Parameters:
    ///   - identifier: The user's ID.
    ///   - userMetadata: The members to set; ``Encodings/JSONNull`` removes one.
    /// - Returns: A request for the changed user; needs the scope `update:current_user_metadata`.
    public func patch(
        _ identifier: String, userMetadata: [String: any Sendable]
    ) -> Request<ManagementObject, ManagementError> {
        patch(identifier, attributes: UserPatchAttributes().userMetadata(userMetadata))
    }

    /// Changes attributes of a user.
    ///
    /// - Parameters:
    ///   - identifier: The user's ID.
    ///   - attributes: What to change.
    /// - Returns: A request for the changed user.
    public func patch(
        _ identifier: String, attributes: UserPatchAttributes
    ) -> Request<ManagementObject, ManagementError> {
        object(.patch, segment(identifier)).fields(freeForm: attributes.dictionary).failing(problem(identifier))
    }

    /// Links another account of the same person to a user, by that account's ID token.
    ///
    /// - Parameters:
    ///   - identifier: The ID of the user who stays.
    ///   - token: The ID token of the other account.
    /// - Returns: A request for the user's identities; needs the scope `update:current_user_identities`.
    public func link(
        _ identifier: String, withOtherUserToken token: String
    ) -> Request<[ManagementObject], ManagementError> {
        objects(.post, segment(identifier) + "/identities").fields(["link_with": token]).failing(problem(identifier))
    }

    /// Links another account to a user, by that account's ID.
    ///
    /// - Parameters:
    ///   - identifier: The ID of the user who stays.
    ///   - userId: The ID of the other account, without its provider.
    ///   - provider: The other account's provider.
    ///   - connectionId: The ID of its connection, when the provider has several.
    /// - Returns: A request for the user's identities; needs the scope `update:users`.
    public func link(
        _ identifier: String, withUser userId: String, provider: String, connectionId: String? = nil
    ) -> Request<[ManagementObject], ManagementError> {
        objects(.post, segment(identifier) + "/identities")
            .fields(["user_id": userId, "provider": provider, "connection_id": connectionId])
            .failing(problem(identifier))
    }

    /// Takes an account off a user it was linked to.
    ///
    /// - Parameters:
    ///   - identityId: The ID of the account, without its provider.
    ///   - provider: The account's provider.
    ///   - identifier: The ID of the user.
    /// - Returns: A request for the user's remaining identities; needs the scope `update:users`.
    public func unlink(
        identityId: String, provider: String, fromUserId identifier: String
    ) -> Request<[ManagementObject], ManagementError> {
        let path = [identifier, "identities", provider, identityId].map(segment).joined(separator: "/")
        return objects(.delete, path).failing(problem(identifier) ?? problem(provider) ?? problem(identityId))
    }

    private func segment(_ text: String) -> String { PercentEncoding.encode(text) }

    private func problem(_ identifier: String) -> TransportError? { pathSegmentProblem(identifier) }
}

extension JSONValue {
    /// The elements as free-form objects, when this is an array of objects.
    fileprivate var freeFormObjects: [ManagementObject]? {
        guard case .array(let elements) = self else { return nil }
        let objects = elements.compactMap(\.freeFormObject)
        return objects.count == elements.count ? objects : nil
    }
}
