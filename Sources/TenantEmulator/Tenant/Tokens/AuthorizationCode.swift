/// An authorization code, which can be exchanged once.
struct AuthorizationCode: Sendable, Expiring {
    let grant: Grant
    let redirectURI: String
    /// Whether the authorization request had no redirect URI, so that the exchange needs none.
    let impliesRedirectURI: Bool
    /// The challenge; `nil` only for confidential clients and for links in mails.
    let challenge: String?
    /// Whether the challenge is the verifier itself.
    let isPlainChallenge: Bool
    /// The thumbprint of the key that the code is bound to; `nil` for any key.
    var keyThumbprint: String?
    let expiresAt: Int
}

/// An authorization code that a client has redeemed.
struct RedeemedCode: Sendable {
    let clientID: String
    /// The grant that the code was issued for; its reuse revokes the tokens of this grant.
    let grantID: String
}
