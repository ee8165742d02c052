import ByteEncodings
public import JOSE

/// A party that acts on behalf of the subject of a token.
///
/// - SeeAlso: [RFC 8693 §4.1](https://www.rfc-editor.org/rfc/rfc8693#section-4.1)
public struct TokenActor: Sendable, Hashable {
    /// The ID of the actor (`sub`).
    public let subject: String
    /// The issuer of the actor's ID (`iss`); `nil` if it is the issuer of the token.
    public let issuer: String?
    /// The prior actors, latest first (`act`): for information only, not for authorization decisions.
    public let priorActors: [TokenActor]

    fileprivate init?(_ value: (any Sendable)?, depth: Int) {
        guard let members = value as? [String: any Sendable], let subject = members["sub"] as? String
        else { return nil }
        self.subject = subject
        issuer = members["iss"] as? String
        guard depth > 0, let prior = TokenActor(members["act"], depth: depth - 1) else {
            priorActors = []
            return
        }
        priorActors = [prior] + prior.priorActors
    }
}

extension JWT {
    /// The actor on behalf of the token's subject (`act`); `nil` if the subject acts itself.
    public var actor: TokenActor? { TokenActor(claim(name: "act").rawValue, depth: 32) }
}
