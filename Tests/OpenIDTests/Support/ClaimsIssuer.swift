import Cryptography
import JOSE

/// Signs claims and reads them back, so that a rule sees what it will see in life.
struct ClaimsIssuer {
    private let signing: SigningKey
    private let ring: KeyRing

    init() throws {
        let secret = SecretBytes([UInt8](repeating: 3, count: 32))
        signing = try SigningKey(secret: secret, .hs256)
        ring = try KeyRing([VerificationKey(secret: secret, .hs256)])
    }

    func token(_ claims: String) throws -> VerifiedJWT { try ring.token(signing.sign(Array(claims.utf8), type: "JWT")) }
}
