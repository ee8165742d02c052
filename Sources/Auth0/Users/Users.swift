import ByteEncodings
public import FoundationEssentials
import HTTPMessages
import LibcurlTransport
public import RequestPipeline

/// A JSON object of the Management API.
public typealias ManagementObject = [String: any Sendable]

/// A client of the part of the Management API that users can call for their own profile and identities.
///
/// Create a client with ``users(token:domain:session:)``. A failed request delivers a ``ManagementError``. An ID that
/// is empty or contains a line break makes a request fail without being sent.
///
/// A test double conforms to this protocol as to ``Authentication``.
@preconcurrency
public protocol Users: Trackable, Loggable, Sendable {
    /// The access token that every request carries.
    var token: String { get }
    /// The base URL of the tenant; `file:///` when the domain is invalid, so that every request fails.
    var url: URL { get }

    /// Fetches a user, as
    /// the overload with default arguments, whose parameters are the same.
    func get(_ identifier: String, fields: [String], include: Bool) -> Request<ManagementObject, ManagementError>

    /// Changes a user's `user_metadata`; members that are not listed stay unchanged.
    ///
    /// Calls `PATCH /api/v2/users/<id>`.
    ///
    /// <!-- swift: let (users, id) = try await managedUser() -->
    ///
    /// ```swift
    /// let user = try await users.patch(id, userMetadata: ["theme": "dark"]).start()
    /// let metadata = user["user_metadata"] as? [String: any Sendable]
    /// print(metadata?["theme"] as? String ?? "")
    /// // prints dark
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The user ID, such as `auth0|123`.
    ///   - userMetadata: The members to set; ``ByteEncodings/JSONNull`` removes one.
    /// - Returns: A request for the changed user; it needs the scope `update:current_user_metadata`.
    func patch(_ identifier: String, userMetadata: [String: any Sendable]) -> Request<ManagementObject, ManagementError>

    /// Changes attributes of a user, with `PATCH /api/v2/users/<id>`.
    ///
    /// <!-- swift: let (users, id) = try await managedUser() -->
    ///
    /// ```swift
    /// let user = try await users
    ///     .patch(id, attributes: UserPatchAttributes().userMetadata(["theme": "light"]))
    ///     .start()
    /// let metadata = user["user_metadata"] as? [String: any Sendable]
    /// print(metadata?["theme"] as? String ?? "")
    /// // prints light
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The user ID, such as `auth0|123`.
    ///   - attributes: The attributes to change.
    /// - Returns: A request for the changed user.
    func patch(_ identifier: String, attributes: UserPatchAttributes) -> Request<ManagementObject, ManagementError>

    /// Links another account to a user, by the ID token of that account, with `POST /api/v2/users/<id>/identities`.
    ///
    /// - Parameters:
    ///   - identifier: The ID of the primary user, such as `auth0|123`.
    ///   - token: The ID token of the other account.
    /// - Returns: A request for the identities of the user; it needs the scope `update:current_user_identities`.
    func link(_ identifier: String, withOtherUserToken token: String) -> Request<[ManagementObject], ManagementError>

    /// Links another account to a user, by the ID of that account, as
    /// the overload with default arguments, whose parameters are the same.
    func link(
        _ identifier: String, withUser userId: String, provider: String, connectionId: String?
    ) -> Request<[ManagementObject], ManagementError>

    /// Unlinks an account from a user, with `DELETE /api/v2/users/<id>/identities/<provider>/<identityId>`.
    ///
    /// - Parameters:
    ///   - identityId: The ID of the linked account, without its provider.
    ///   - provider: The provider of the linked account.
    ///   - identifier: The ID of the primary user, such as `auth0|123`.
    /// - Returns: A request for the remaining identities of the user; it needs the scope `update:users`.
    func unlink(
        identityId: String, provider: String, fromUserId identifier: String
    ) -> Request<[ManagementObject], ManagementError>
}

extension Users {
    /// Returns this client or, for a test double that leaves out the call, a client that fails every request.
    private func implementation(_ call: String = #function) -> Auth0Users {
        self as? Auth0Users ?? Auth0Users(address: .notImplemented(call, in: Self.self), token: "unused")
    }

    /// The default implementation, which sends the request.
    public func get(
        _ identifier: String, fields: [String], include: Bool
    ) -> Request<ManagementObject, ManagementError> {
        implementation().object(.get, identifier)
            .fields(fields.isEmpty ? [:] : ["fields": fields.joined(separator: ","), "include_fields": include])
    }

    /// Fetches a user, with `GET /api/v2/users/<id>`.
    ///
    /// <!-- swift: let (users, id) = try await managedUser() -->
    ///
    /// ```swift
    /// let user = try await users.get(id, fields: ["email"]).start()
    /// print(user["email"] as? String ?? "")
    /// // prints john@example.com
    /// ```
    ///
    /// - Parameters:
    ///   - identifier: The user ID, such as `auth0|123`.
    ///   - fields: The members to fetch. Defaults to an empty array, which fetches all.
    ///   - include: Whether `fields` lists the members to fetch; `false` fetches all other members. Defaults to `true`.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the user; it needs the scope `read:current_user`.
    public func get(
        _ identifier: String, fields: [String] = [], include: Bool = true, _: Void = ()
    ) -> Request<ManagementObject, ManagementError> {
        get(identifier, fields: fields, include: include)
    }

    /// The default implementation, which sends the request.
    public func patch(
        _ identifier: String, userMetadata: [String: any Sendable]
    ) -> Request<ManagementObject, ManagementError> {
        patch(identifier, attributes: UserPatchAttributes().userMetadata(userMetadata))
    }

    /// The default implementation, which sends the request.
    public func patch(
        _ identifier: String, attributes: UserPatchAttributes
    ) -> Request<ManagementObject, ManagementError> {
        implementation().object(.patch, identifier).fields(freeForm: attributes.dictionary)
    }

    /// The default implementation, which sends the request.
    public func link(
        _ identifier: String, withOtherUserToken token: String
    ) -> Request<[ManagementObject], ManagementError> {
        implementation().identities(.post, identifier).fields(["link_with": token])
    }

    /// The default implementation, which sends the request.
    public func link(
        _ identifier: String, withUser userId: String, provider: String, connectionId: String?
    ) -> Request<[ManagementObject], ManagementError> {
        implementation().identities(.post, identifier)
            .fields(["user_id": userId, "provider": provider, "connection_id": connectionId])
    }

    /// Links another account to a user, by the ID of that account, with `POST /api/v2/users/<id>/identities`.
    ///
    /// - Parameters:
    ///   - identifier: The ID of the primary user, such as `auth0|123`.
    ///   - userId: The ID of the other account, without its provider.
    ///   - provider: The provider of the other account, such as `auth0` or `google-oauth2`.
    ///   - connectionId: The ID of the other account's connection, for providers with several. Defaults to `nil`, which
    ///     leaves it out.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the identities of the user; it needs the scope `update:users`.
    public func link(
        _ identifier: String, withUser userId: String, provider: String, connectionId: String? = nil, _: Void = ()
    ) -> Request<[ManagementObject], ManagementError> {
        link(identifier, withUser: userId, provider: provider, connectionId: connectionId)
    }

    /// The default implementation, which sends the request.
    public func unlink(
        identityId: String, provider: String, fromUserId identifier: String
    ) -> Request<[ManagementObject], ManagementError> {
        implementation().identities(.delete, identifier, provider, identityId)
    }
}

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
