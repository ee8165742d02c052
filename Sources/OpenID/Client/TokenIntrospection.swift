import ByteEncodings
public import FoundationEssentials
import JOSE
public import RequestPipeline

/// What a provider knows about a token.
///
/// - SeeAlso: [RFC 7662 §2.2](https://www.rfc-editor.org/rfc/rfc7662#section-2.2)
public struct TokenIntrospection: Sendable {
    /// Whether the token is good; of one that is not nothing else is told.
    public let isActive: Bool
    /// What it may do.
    public var scope: String? { members["scope"]?.string }
    /// Whose token it is: the client.
    public var clientID: String? { members["client_id"]?.string }
    /// Whose token it is: the person, by a name for people.
    public var username: String? { members["username"]?.string }
    /// How it is presented, such as `Bearer`.
    public var tokenType: String? { members["token_type"]?.string }
    /// Whom it is about.
    public var subject: String? { members["sub"]?.string }
    /// Who issued it.
    public var issuer: String? { members["iss"]?.string }
    /// For which APIs it is.
    public var audience: [String] { members["aud"]?.texts ?? [] }
    /// When it stops being good.
    public var expiresAt: Date? { moment("exp") }
    /// When it was issued.
    public var issuedAt: Date? { moment("iat") }

    private let members: JSONValue

    /// Reads an answer.
    init?(_ json: JSONValue) {
        guard case .boolean(let isActive)? = json["active"] else { return nil }
        (self.isActive, members) = (isActive, json)
    }

    /// Any member, as a string, a boolean, a number, or arrays and dictionaries of them.
    public subscript(name: String) -> (any Sendable)? { members[name]?.freeForm }

    private func moment(_ name: String) -> Date? {
        switch members[name] {
        case .integer(let seconds)?: Date(timeIntervalSince1970: Double(seconds))
        case .double(let seconds)?: Date(timeIntervalSince1970: seconds)
        default: nil
        }
    }
}

extension TokenIntrospection: Redacted {
    /// Whether the token is good; the rest is about a person.
    public var customMirror: Mirror { Mirror(self, children: ["isActive": isActive]) }
}
