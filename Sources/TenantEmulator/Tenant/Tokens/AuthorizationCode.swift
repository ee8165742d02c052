/// A code a browser brought back, good for one exchange.
struct AuthorizationCode: Sendable {
    let grant: Grant
    let redirectURI: String
    /// The S256 challenge; there is no other method, and only confidential clients may go without.
    let challenge: String?
    /// The thumbprint of the key that has to be proved; any when `nil`.
    var keyThumbprint: String?
    let expiresAt: Int
}
