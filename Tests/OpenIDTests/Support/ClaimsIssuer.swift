import ByteEncodings
import JOSE
import OpenSSLCryptography

@testable import OpenID

/// Signs claims and reads them back, so that a rule gets a verified token.
struct ClaimsIssuer {
    let signing: SigningKey
    let ring: KeyRing

    init() throws {
        let secret = SecretBytes([UInt8](repeating: 3, count: 32))
        signing = try SigningKey(secret: secret, algorithm: .hs256)
        ring = try KeyRing([VerificationKey(secret: secret, algorithm: .hs256)])
    }

    func token(_ claims: String) throws -> VerifiedJWT {
        try ring.verifiedToken(signing.sign(Array(claims.utf8), type: "JWT"))
    }

    /// The error of a rule about claims; `nil` when it accepts them.
    func complaint(_ rule: some IDTokenRule, _ claims: String, at now: Int = 0) throws -> IDTokenError? {
        do {
            try rule.check(try token(claims), at: now)
            return nil
        } catch let error as IDTokenError { return error }
    }
}

extension IDTokenError {
    /// The code and the claim, for comparison.
    var summary: String { "\(description.split(separator: ":").first ?? "")" }
}
