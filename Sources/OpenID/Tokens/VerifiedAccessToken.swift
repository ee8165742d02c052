public import JOSE

/// The contents of a verified access token.
public struct VerifiedAccessToken: Sendable {
    /// All claims of the token.
    public let claims: VerifiedJWT
    /// The subject on whose behalf the request is made; for client credentials the client (`sub`).
    public let subject: String
    /// The scopes of the token, in their order (`scope`, otherwise `scp`): a text of scopes with spaces between them,
    /// as in RFC 9068, or an array, which Okta and Ory Hydra send.
    public let scopes: [String]
    /// The permissions from the subject's roles (`permissions`); empty if the issuer does not include them.
    public let permissions: [String]
    /// The thumbprint of the key whose possession the client proved (`cnf.jkt`); `nil` if the token is bound to no key.
    public let keyThumbprint: String?
    /// The thumbprint of the certificate with which the client connected (`cnf.x5t#S256`); `nil` if the token is bound
    /// to no certificate.
    public let certificateThumbprint: String?
    /// The nonce that the client should use next.
    var newNonce: String?
    /// The schemes of the server that verified the token.
    var schemes = OfferedSchemes()

    /// Creates the contents of a token from its claims: for test doubles, and for tokens that the program verified
    /// itself.
    ///
    /// Issuer, audience, times and binding are not checked: ``AccessTokenVerifier`` does that. The claims must be from
    /// a token with a valid signature; a test signs one with its own key.
    ///
    /// - Parameter claims: The claims, of which `sub` is required.
    /// - Throws: A ``TokenVerificationError`` if `sub` is missing, or if `cnf` has an unknown form.
    public init(_ claims: VerifiedJWT) throws {
        do {
            try self.init(contentsOf: claims)
        } catch { throw TokenVerificationError(error) }
    }

    init(contentsOf claims: VerifiedJWT) throws(IDTokenError) {
        subject = try claims.requiredText("sub")
        (keyThumbprint, certificateThumbprint) = try claims.confirmation()
        self.claims = claims
        scopes = Self.scopes(claims["scope"]) ?? Self.scopes(claims["scp"]) ?? []
        permissions = claims["permissions"].array ?? []
    }

    private static func scopes(_ claim: Claim) -> [String]? {
        claim.string.map { $0.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } } ?? claim.array
    }

    /// The fields to add to the server's response: a new nonce for the client's next proof, if the proof of this
    /// request did not contain it; otherwise none.
    ///
    /// - SeeAlso: [RFC 9449 §8.2](https://www.rfc-editor.org/rfc/rfc9449#section-8.2)
    public var responseFields: [String: String] {
        newNonce.map { ["DPoP-Nonce": $0, "Cache-Control": "no-store"] } ?? [:]
    }

    /// The ID of the client that the token was issued to (`client_id`, otherwise `azp`, `cid` or `appid`).
    public var clientID: String? { Self.clientClaims.lazy.compactMap { claims[$0].string }.first }
    /// The claims that name the client, in their order.
    static let clientClaims = ["client_id", "azp", "cid", "appid"]
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
    /// - Returns: `true` if the token has all of them.
    public func hasScopes(_ scopes: [String]) -> Bool { scopes.allSatisfy(hasScope) }

    /// Returns whether the subject's roles include a permission.
    ///
    /// - Parameter permission: The permission, compared byte by byte.
    /// - Returns: `true` if the token has the permission.
    public func hasPermission(_ permission: String) -> Bool { permissions.contains { $0.isSame(as: permission) } }

    /// Requires several scopes, as the call with an array does, whose parameters are the same.
    ///
    /// - Throws: ``TokenVerificationError/Code/insufficientScope``.
    public func require(scopes: String...) throws { try require(scopes: scopes) }

    /// Requires that the token has several scopes.
    ///
    /// - Parameter scopes: The scopes, compared byte by byte.
    /// - Throws: ``TokenVerificationError/Code/insufficientScope`` if a scope is missing; the error's
    ///   ``TokenVerificationError/challenge`` contains the scopes.
    public func require(scopes: [String]) throws {
        let missing = scopes.filter { !hasScope($0) }
        guard !missing.isEmpty else { return }
        throw TokenVerificationError(
            .insufficientScope, claim: "scope",
            advice: "ask for a token with the scopes that are missing: \(missing.joined(separator: " "))",
            scopes: scopes
        ).offering(schemes)
    }

    /// Requires several permissions, as the call with an array does, whose parameters are the same.
    ///
    /// - Throws: ``TokenVerificationError/Code/insufficientScope`` with the claim `permissions`.
    public func require(permissions: String...) throws { try require(permissions: permissions) }

    /// Requires that the subject's roles include several permissions.
    ///
    /// - Parameter permissions: The permissions, compared byte by byte.
    /// - Throws: ``TokenVerificationError/Code/insufficientScope`` with the claim `permissions` if one is missing.
    public func require(permissions: [String]) throws {
        let missing = permissions.filter { !hasPermission($0) }
        guard !missing.isEmpty else { return }
        throw TokenVerificationError(
            .insufficientScope, claim: "permissions",
            advice: "give the user a role with the permissions that are missing: \(missing.joined(separator: " "))"
        ).offering(schemes)
    }
}

extension VerifiedAccessToken: CustomStringConvertible, CustomReflectable {
    /// Only the scopes: the other claims are secret or personal data.
    public var description: String { "VerifiedAccessToken(scopes: \(scopes))" }
    /// A mirror of only the scopes.
    public var customMirror: Mirror { Mirror(self, children: ["scopes": scopes]) }
}
