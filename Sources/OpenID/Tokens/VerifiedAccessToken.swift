public import JOSE

/// An access token that was checked: what its bearer may do.
public struct VerifiedAccessToken: Sendable {
    /// Every claim.
    public let claims: VerifiedJWT
    /// On whose behalf the request is made; a client of its own behalf has a subject too.
    public let subject: String
    /// What the token may be used for: `scope`, in its order.
    public let scopes: [String]
    /// What the roles of the subject allow: `permissions`, where the issuer puts them in.
    public let permissions: [String]
    /// The thumbprint of the key that the bearer has to prove to have; `nil` for whoever has the token.
    public let keyThumbprint: String?

    init(_ claims: VerifiedJWT, subject: String, keyThumbprint: String?) {
        self.claims = claims
        self.subject = subject
        self.keyThumbprint = keyThumbprint
        scopes = (claims["scope"].string ?? "").split(separator: " ").map(String.init)
        permissions = claims["permissions"].array ?? []
    }

    /// The client the token was issued to: `client_id`, or `azp` where that is not there.
    public var clientID: String? { claims["client_id"].string ?? claims["azp"].string }
    /// The organization the subject logged in to: `org_id`.
    public var organization: String? { claims["org_id"].string }

    /// Whether the token may be used for something.
    public func hasScope(_ scope: String) -> Bool { scopes.contains { $0.isSame(as: scope) } }

    /// Whether the token may be used for all of them.
    public func hasScopes(_ scopes: [String]) -> Bool { scopes.allSatisfy(hasScope) }

    /// Whether the roles of the subject allow something.
    public func hasPermission(_ permission: String) -> Bool { permissions.contains { $0.isSame(as: permission) } }

    /// Returns when the token may be used for all of them.
    ///
    /// - Throws: ``TokenVerificationError/Code/insufficientScope``, whose
    ///   ``TokenVerificationError/challenge`` names them.
    public func require(scopes: String...) throws {
        guard !hasScopes(scopes) else { return }
        throw TokenVerificationError(
            .insufficientScope, claim: "scope", "ask for a token with the scopes that this needs", scopes: scopes)
    }
}

extension VerifiedAccessToken: CustomStringConvertible, CustomReflectable {
    /// The scopes; the rest is a secret, or the subject's.
    public var description: String { "VerifiedAccessToken(scopes: \(scopes))" }
    /// The scopes.
    public var customMirror: Mirror { Mirror(self, children: ["scopes": scopes]) }
}
