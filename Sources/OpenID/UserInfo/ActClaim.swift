import ByteEncodings
public import JOSE

/// The party that acts on behalf of the subject of a token or of a user, and the parties that acted before it.
///
/// - SeeAlso: [RFC 8693 §4.1](https://www.rfc-editor.org/rfc/rfc8693#section-4.1)
public final class ActClaim: Sendable {
    /// The ID of the actor (`sub`).
    public let sub: String
    /// The prior actor (`act`): for information only, not for authorization decisions.
    public let act: ActClaim?
    /// All other members of the claim, such as `iss`, the issuer of the actor's ID.
    public let additionalClaims: [String: any Sendable]

    /// Creates an actor from the members of a claim; `nil` if `sub` is not a string.
    package init?(json: [String: any Sendable]) {
        guard let sub = json["sub"] as? String else { return nil }
        self.sub = sub
        act = (json["act"] as? [String: any Sendable]).flatMap(ActClaim.init(json:))
        additionalClaims = json.filter { $0.key != "sub" && $0.key != "act" }
    }
}

extension ActClaim: _Redacted {
    /// A mirror of the actor and the prior actors: other members may be personal data.
    public var customMirror: Mirror { Mirror(self, children: ["sub": sub, "act": act as Any]) }
}

extension JWT {
    /// The actor on behalf of the token's subject (`act`); `nil` if the subject acts itself.
    public var actor: ActClaim? {
        (claim(name: "act").rawValue as? [String: any Sendable]).flatMap(ActClaim.init(json:))
    }
}
