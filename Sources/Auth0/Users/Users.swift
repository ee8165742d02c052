import ByteEncodings
public import FoundationEssentials
public import RequestPipeline

/// An object of the Management API, free of form.
public typealias ManagementObject = [String: any Sendable]

/// A client of the Management API, as far as users may call it: their own profile and identities.
///
/// Make one with ``users(token:domain:session:)``.
///
/// A double for tests conforms and implements the calls that it stands for, each with all of its parameters and with
/// `Request(result:)` for an answer; the other calls fail with ``ConfigurationError/Code/notImplemented``, without traffic.
public protocol Users: Trackable, Loggable, Sendable {
    /// The access token of every request.
    var token: String { get }
    /// The base URL of the tenant.
    var url: URL { get }

    /// Reads a user.
    func get(_ identifier: String, fields: [String], include: Bool) -> Request<ManagementObject, ManagementError>

    /// Changes a user's `user_metadata`; members that are not named stay as they are.
    func patch(_ identifier: String, userMetadata: [String: any Sendable]) -> Request<ManagementObject, ManagementError>

    /// Changes attributes of a user.
    func patch(_ identifier: String, attributes: UserPatchAttributes) -> Request<ManagementObject, ManagementError>

    /// Links another account of the same person to a user, by that account's ID token.
    func link(_ identifier: String, withOtherUserToken token: String) -> Request<[ManagementObject], ManagementError>

    /// Links another account to a user, by that account's ID.
    func link(
        _ identifier: String, withUser userId: String, provider: String, connectionId: String?
    ) -> Request<[ManagementObject], ManagementError>

    /// Takes an account off a user it was linked to.
    func unlink(
        identityId: String, provider: String, fromUserId identifier: String
    ) -> Request<[ManagementObject], ManagementError>
}

extension Users {
    /// What describes the requests: the client itself or, for a double, one whose requests all fail.
    fileprivate var implementation: Auth0Users { self as? Auth0Users ?? .unimplemented }
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
        _ identifier: String, fields: [String], include: Bool
    ) -> Request<ManagementObject, ManagementError> {
        implementation.object(.get, segment(identifier))
            .fields(fields.isEmpty ? [:] : ["fields": fields.joined(separator: ","), "include_fields": include])
            .failing(problem(identifier))
    }

    /// The same with the usual values of what is left out.
    public func get(
        _ identifier: String, fields: [String] = [], include: Bool = true, _: Void = ()
    ) -> Request<ManagementObject, ManagementError> {
        get(identifier, fields: fields, include: include)
    }

    /// Changes a user's `user_metadata`; members that are not named stay as they are.
    ///
    /// - Parameters:
    ///   - identifier: The user's ID.
    ///   - userMetadata: The members to set; ``ByteEncodings/JSONNull`` removes one.
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
        implementation.object(.patch, segment(identifier)).fields(freeForm: attributes.dictionary).failing(problem(identifier))
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
        implementation.objects(.post, segment(identifier) + "/identities").fields(["link_with": token]).failing(
            problem(identifier))
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
        _ identifier: String, withUser userId: String, provider: String, connectionId: String?
    ) -> Request<[ManagementObject], ManagementError> {
        implementation.objects(.post, segment(identifier) + "/identities")
            .fields(["user_id": userId, "provider": provider, "connection_id": connectionId])
            .failing(problem(identifier))
    }

    /// The same with the usual values of what is left out.
    public func link(
        _ identifier: String, withUser userId: String, provider: String, connectionId: String? = nil, _: Void = ()
    ) -> Request<[ManagementObject], ManagementError> {
        link(identifier, withUser: userId, provider: provider, connectionId: connectionId)
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
        return implementation.objects(.delete, path).failing(problem(identifier) ?? problem(provider) ?? problem(identityId))
    }

    private func segment(_ text: String) -> String { PercentEncoding.encode(text) }

    private func problem(_ identifier: String) -> TransportError? { pathSegmentProblem(identifier) }
}
