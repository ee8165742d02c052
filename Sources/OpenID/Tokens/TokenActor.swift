import ByteEncodings
public import JOSE

/// Somebody who acts for the person a token is about.
///
/// - SeeAlso: [RFC 8693 §4.1](https://www.rfc-editor.org/rfc/rfc8693#section-4.1)
public struct TokenActor: Sendable, Hashable {
    /// Who acts.
    public let subject: String
    /// Who says so, where it is not the issuer of the token.
    public let issuer: String?
    /// Those who acted before, latest first: of interest, and nothing to decide by.
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
    /// Who acts for the person the token is about: `act`; `nil` when the person acts alone.
    public var actor: TokenActor? { TokenActor(claim(name: "act").rawValue, depth: 32) }
}
