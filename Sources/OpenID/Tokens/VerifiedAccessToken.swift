public import JOSE

/// The contents of a verified access token.
public struct VerifiedAccessToken: Sendable {
    /// All claims of the token.
    public let claims: VerifiedJWT
    /// The subject on whose behalf the request is made; for client credentials the client (`sub`).
    public let subject: String
    /// The scopes of the token, in their order (`scope`).
    public let scopes: [String]
    /// The permissions from the subject's roles (`permissions`); empty if the issuer does not include them.
    public let permissions: [String]
    /// The thumbprint of the key whose possession must be proved (`cnf.jkt`); `nil` for a bearer token.
    public let keyThumbprint: String?

    init(_ claims: VerifiedJWT, subject: String, keyThumbprint: String?) {
        self.claims = claims
        self.subject = subject
        self.keyThumbprint = keyThumbprint
        scopes = (claims["scope"].string ?? "").split(separator: " ").map(String.init)
        permissions = claims["permissions"].array ?? []
    }

    /// The ID of the client that the token was issued to (`client_id`, otherwise `azp`).
    public var clientID: String? { claims["client_id"].string ?? claims["azp"].string }
    /// The organization that the subject logged in to (`org_id`).
    public var organization: String? { claims["org_id"].string }

    /// Returns whether the token has a scope.
    ///
    /// - Parameter scope: The scope, compared byte by byte.
    /// - Returns: `true` if the token has the scope.
    public func hasScope(_ scope: String) -> Bool { scopes.contains { $0.isSame(as: scope) } }

    /// Returns whether the token has several scopes.
    ///
    /// - Parameter scopes: The scopes, compared byte by byte.
    /// - Returns: `true` if the token has every one of them.
    public func hasScopes(_ scopes: [String]) -> Bool { scopes.allSatisfy(hasScope) }

    /// Returns whether the subject's roles include a permission.
    ///
    /// - Parameter permission: The permission, compared byte by byte.
    /// - Returns: `true` if the token has the permission.
    public func hasPermission(_ permission: String) -> Bool { permissions.contains { $0.isSame(as: permission) } }

    /// Requires that the token has several scopes.
    ///
    /// - Parameter scopes: The scopes, compared byte by byte.
    /// - Throws: ``TokenVerificationError/Code/insufficientScope`` if a scope is missing; the error's
    ///   ``TokenVerificationError/challenge`` contains the scopes.
    public func require(scopes: String...) throws {
        guard !hasScopes(scopes) else { return }
        throw TokenVerificationError(
            .insufficientScope, claim: "scope", "ask for a token with the scopes that this needs", scopes: scopes)
    }

    /// Requires that the subject's roles include several permissions.
    ///
    /// - Parameter permissions: The permissions, compared byte by byte.
    /// - Throws: ``TokenVerificationError/Code/insufficientScope`` with the claim `permissions` if one is missing.
    public func require(permissions: String...) throws {
        guard !permissions.allSatisfy(hasPermission) else { return }
        throw TokenVerificationError(
            .insufficientScope, claim: "permissions", "the user needs a role with the permissions that this needs")
    }
}

extension VerifiedAccessToken: CustomStringConvertible, CustomReflectable {
    /// The scopes only: the other claims are secret or personal data.
    public var description: String { "VerifiedAccessToken(scopes: \(scopes))" }
    /// A mirror of the scopes alone.
    public var customMirror: Mirror { Mirror(self, children: ["scopes": scopes]) }
}
