import ByteEncodings
public import FoundationEssentials
public import HTTPMessages
public import RequestPipeline

/// What came of a registration.
///
/// - SeeAlso: [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1)
public struct ClientRegistration: Sendable {
    /// The client ID.
    public let clientID: String
    /// The secret, for a client that has one.
    public let clientSecret: String?
    /// When the secret stops working; `nil` for one that does not.
    public let clientSecretExpiresAt: Date?
    /// With which the registration can be read, changed and removed, where the provider lets it.
    public let registrationAccessToken: String?
    /// Where that is done.
    public let registrationClientURI: HTTPURL?
    private let members: JSONValue

    /// Reads an answer.
    init?(_ json: JSONValue) {
        guard let id = json["client_id"]?.string, !id.isEmpty else { return nil }
        clientID = id
        clientSecret = json["client_secret"]?.string
        if case .integer(let seconds)? = json["client_secret_expires_at"], seconds > 0 {
            clientSecretExpiresAt = Date(timeIntervalSince1970: Double(seconds))
        } else {
            clientSecretExpiresAt = nil
        }
        registrationAccessToken = json["registration_access_token"]?.string
        registrationClientURI = json["registration_client_uri"]?.string.flatMap { try? HTTPURL($0) }
        members = json
    }

    /// What the provider registered, which may be other than what was asked for.
    public subscript(name: String) -> (any Sendable)? { members[name]?.freeForm }

    /// How the client shows who it is from now on.
    public var authentication: ClientAuthentication {
        guard let clientSecret else { return .none }
        switch members["token_endpoint_auth_method"]?.string {
        case "none": return .none
        case "client_secret_post": return .secretPost(clientSecret)
        default: return .secretBasic(clientSecret)
        }
    }
}

extension ClientRegistration: Redacted {
    /// The client ID.
    public var customMirror: Mirror { Mirror(self, children: ["clientID": clientID]) }
}
