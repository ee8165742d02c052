/// An authorization code, which can be exchanged once.
struct AuthorizationCode: Sendable {
    let grant: Grant
    let redirectURI: String
    /// The S256 challenge; `nil` only for confidential clients.
    let challenge: String?
    /// The thumbprint of the key that the code is bound to; `nil` for any key.
    var keyThumbprint: String?
    let expiresAt: Int
}
