import ByteEncodings
public import FoundationEssentials
import JOSE

/// The provider's record of a token.
///
/// - SeeAlso: [RFC 7662 §2.2](https://www.rfc-editor.org/rfc/rfc7662#section-2.2)
public struct TokenIntrospection: Sendable {
    /// Whether the token is active (`active`); an inactive token has no other member.
    public let isActive: Bool
    /// The scopes of the token, separated by spaces (`scope`).
    public var scope: String? { members["scope"]?.string }
    /// The ID of the client that the token was issued to (`client_id`).
    public var clientID: String? { members["client_id"]?.string }
    /// The human-readable name of the user (`username`).
    public var username: String? { members["username"]?.string }
    /// The type of the token, such as `Bearer` (`token_type`).
    public var tokenType: String? { members["token_type"]?.string }
    /// The subject of the token (`sub`).
    public var subject: String? { members["sub"]?.string }
    /// The issuer of the token (`iss`).
    public var issuer: String? { members["iss"]?.string }
    /// The APIs that the token is for (`aud`).
    public var audience: [String] { members["aud"]?.texts ?? [] }
    /// The time when the token expires (`exp`).
    public var expiresAt: Date? { moment("exp") }
    /// The time when the token was issued (`iat`).
    public var issuedAt: Date? { moment("iat") }

    private let members: JSONValue

    /// Creates the record from the members of a response, for a test; `nil` without the member `active`, a Boolean.
    ///
    /// - Parameter json: The members, with their JSON names.
    public init?(json: [String: any Sendable]) {
        guard let json = try? JSONValue(freeForm: json) else { return nil }
        self.init(json)
    }

    /// Decodes a server response; `nil` without the member `active`.
    init?(_ json: JSONValue) {
        guard case .boolean(let isActive)? = json["active"] else { return nil }
        (self.isActive, members) = (isActive, json)
    }

    /// The member with a name: a string, a Boolean, a number, or arrays and dictionaries of them; `nil` if it is
    /// missing.
    ///
    /// - Parameter name: The JSON name of the member.
    public subscript(name: String) -> (any Sendable)? { members[name]?.freeForm }

    private func moment(_ name: String) -> Date? { members[name]?.double.flatMap { Date(numericDate: $0) } }
}

extension TokenIntrospection: _Redacted {
    /// A mirror of only `isActive`: the other members are personal data.
    public var customMirror: Mirror { Mirror(self, children: ["isActive": isActive]) }
}
