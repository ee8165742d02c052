/// An authorization code, which can be exchanged once.
struct AuthorizationCode: Sendable {
    let grant: Grant
    let redirectURI: String
    /// The challenge; `nil` only for confidential clients.
    let challenge: String?
    /// Whether the challenge is the verifier itself.
    let isPlainChallenge: Bool
    /// The thumbprint of the key that the code is bound to; `nil` for any key.
    var keyThumbprint: String?
    let expiresAt: Int
}
