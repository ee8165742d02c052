import ByteEncodings
public import FoundationEssentials
public import HTTPMessages
import JOSE
public import RequestPipeline

/// The result of a client registration.
///
/// - SeeAlso: [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1)
public struct ClientRegistration: Sendable {
    /// The client ID (`client_id`).
    public let clientID: String
    /// The client secret (`client_secret`); `nil` for a client without one.
    public let clientSecret: String?
    /// The time when the client secret expires (`client_secret_expires_at`); `nil` if it does not expire.
    public let clientSecretExpiresAt: Date?
    /// The token with which the registration can be read, changed and deleted, if the provider supports it
    /// (`registration_access_token`).
    public let registrationAccessToken: String?
    /// The address at which the registration is managed (`registration_client_uri`).
    public let registrationClientURI: HTTPURL?
    private let members: JSONValue

    /// Creates the result from the members of a response, which a program stored or a test made.
    ///
    /// It is `nil` without the member `client_id`, a text, or with a malformed secret or token.
    ///
    /// - Parameter json: The members, with their JSON names.
    public init?(json: [String: any Sendable]) {
        guard let json = try? JSONValue(freeForm: json) else { return nil }
        self.init(json)
    }

    /// Decodes a server response; `nil` without a client ID.
    init?(_ json: JSONValue) {
        guard let id = json["client_id"]?.string, !id.isEmpty else { return nil }
        clientID = id
        do throws(JSONError) {
            clientSecret = try json.token("client_secret")
            registrationAccessToken = try json.token("registration_access_token")
        } catch { return nil }
        // 0 means that the secret does not expire.
        let expiry = json["client_secret_expires_at"]?.double ?? 0
        clientSecretExpiresAt = expiry > 0 ? Date(numericDate: expiry) : nil
        registrationClientURI = json["registration_client_uri"]?.string.flatMap { try? HTTPURL($0) }
        members = json
    }

    /// The registered value of a member, which may differ from the requested one; `nil` if it is missing.
    ///
    /// - Parameter name: The JSON name of the member.
    public subscript(name: String) -> (any Sendable)? { members[name]?.freeForm }

    /// The authentication method of the registered client.
    ///
    /// The response does not contain the key of a client that is registered for `private_key_jwt`: pass
    /// ``ClientAuthentication/privateKeyJWT(_:audience:type:)`` to ``OpenIDProvider/client(id:authentication:)``
    /// instead. Requests with this value, and with the value of an unknown method, fail with
    /// ``OpenIDError/Code/argumentInvalid``.
    public var authentication: ClientAuthentication {
        let name = members["token_endpoint_auth_method"]?.string
        switch (name, clientSecret) {
        case ("none", _), (nil, nil): return .none
        case ("tls_client_auth", _), ("self_signed_tls_client_auth", _): return .tls
        case ("client_secret_post", let secret?): return .secretPost(secret)
        case ("client_secret_basic", let secret?), (nil, let secret?): return .secretBasic(secret)
        case ("client_secret_jwt", let secret?):
            return (try? .secretJWT(secret)) ?? ClientAuthentication(method: .incomplete(name: "client_secret_jwt"))
        case (let name?, _): return ClientAuthentication(method: .incomplete(name: name))
        }
    }
}

extension ClientRegistration: _Redacted {
    /// A mirror of only the client ID.
    public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID]) }
}

extension OpenIDProvider {
    /// Registers a client with the provider.
    ///
    /// <!-- swift: let provider = try await OpenID.discover(exampleTenant.domain + "/").start() -->
    ///
    /// ```swift
    /// let registration = try await provider.register(ClientMetadata(name: "Notes")).start()
    /// let client = provider.client(registration)
    /// print(client.id == registration.clientID)
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - metadata: The metadata of the client.
    ///   - initialAccessToken: The provider's token for registrations; `nil`, the default, for open registration.
    /// - Returns: A request for the registration; create the client with ``OpenIDProvider/client(_:)``.
    /// - SeeAlso: [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3)
    public func register(
        _ metadata: ClientMetadata, initialAccessToken: String? = nil
    ) -> Request<ClientRegistration, OpenIDError> {
        let request: Request<ClientRegistration, OpenIDError> = request(
            .post, self.metadata.registrationEndpoint, named: "registration_endpoint", encoding: .json,
            decode: Decoders.tree(ClientRegistration.init))
        let fields = ["Content-Type": "application/json", "Authorization": initialAccessToken.map { "Bearer \($0)" }]
        return request.fields(freeForm: metadata.members).headers(fields.compactMapValues(\.self))
    }
}
