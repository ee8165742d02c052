import ByteEncodings
import JOSE
import OpenSSLCryptography

/// Access tokens that only the tenant can read: claims, encrypted and authenticated with a key of the tenant.
///
/// The service issues them for requests that name no API, only for its user info endpoint.
///
/// - SeeAlso: [Auth0, Access
///   Tokens](https://auth0.com/docs/secure/tokens/access-tokens#opaque-access-tokens),
///   [RFC 7516 §3.1](https://www.rfc-editor.org/rfc/rfc7516#section-3.1)
struct OpaqueTokens: Sendable {
    private static let algorithm = ["alg": "dir", "enc": "A256GCM"]

    private let key: SealingKey
    private let header: String

    /// Creates the key, derived from a secret so that tokens remain valid after a restart, or random; the header of the
    /// tokens names the issuer.
    init(issuer: String, seed: [UInt8]?) throws(EmulatorError) {
        do throws(CryptographyError) {
            let secret =
                if let seed {
                    SecretBytes(HashAlgorithm.sha256.digest(of: Array("opaque access tokens\n".utf8) + seed))
                } else {
                    try SecretBytes(random: 32)
                }
            key = try SealingKey(secret)
        } catch { throw EmulatorError(.system, cause: error) }
        let members = Self.algorithm.merging(["iss": issuer]) { $1 }.mapValues(JSONValue.string)
        header = Base64URL.encode(members.json.encoded)
    }

    /// Encrypts claims to a JWE in compact form; `nil` if the system has no random numbers.
    func seal(_ claims: [String: JSONValue]) -> String? {
        guard let nonce = try? SecureRandom.bytes(SealingKey.nonceCount),
            let sealed = try? key.seal(SecretBytes(claims.json.encoded), nonce: nonce, context: Array(header.utf8))
        else { return nil }
        let (text, tag) = (sealed.dropLast(SealingKey.overhead), sealed.suffix(SealingKey.overhead))
        return "\(header)..\([nonce, Array(text), Array(tag)].map(Base64URL.encode).joined(separator: "."))"
    }

    /// Decrypts the claims of a token; `nil` for any other token.
    func open(_ token: String) -> [String: JSONValue]? {
        let segments = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard segments.count == 5, segments[1].isEmpty, let nonce = try? Base64URL.decode(segments[2]),
            let text = try? Base64URL.decode(segments[3]), let tag = try? Base64URL.decode(segments[4]),
            let secret = try? key.open(text + tag, nonce: nonce, context: Array(segments[0].utf8))
        else { return nil }
        return (try? JSONValue(parsing: secret.withUnsafeBytes { Array($0) }))?.dictionary
    }
}
