public import RequestPipeline

/// Who acts for a user, and for whom they do so in turn.
///
/// - SeeAlso: [RFC 8693 §4.1](https://www.rfc-editor.org/rfc/rfc8693#section-4.1)
public final class ActClaim: Sendable {
    /// The ID of who acts.
    public let sub: String
    /// Who acted before; it is told for the record and gives nobody leave to do anything.
    public let act: ActClaim?
    /// All other members.
    public let additionalClaims: [String: any Sendable]

    /// Reads a claim.
    ///
    /// - Parameter json: Its members; without a text `sub` there is no claim.
    public init?(json: [String: any Sendable]) {
        guard let sub = json["sub"] as? String else { return nil }
        self.sub = sub
        act = (json["act"] as? [String: any Sendable]).flatMap(ActClaim.init(json:))
        additionalClaims = json.filter { $0.key != "sub" && $0.key != "act" }
    }
}

extension ActClaim: Redacted {
    /// Who acts, and who acted before; the rest may be personal data.
    public var customMirror: Mirror { Mirror(self, children: ["sub": sub, "act": act as Any]) }
}
