import ByteEncodings
import JOSE
import OpenSSLCryptography

/// A self-signed certificate of a signing key, for the `x5c` member of key sets.
///
/// - SeeAlso: [RFC 7517 §4.7](https://www.rfc-editor.org/rfc/rfc7517#section-4.7),
///   [RFC 5280 §4.1](https://www.rfc-editor.org/rfc/rfc5280#section-4.1)
struct SigningCertificate: Sendable {
    let der: [UInt8]

    /// Creates the certificate of an RS256 key, valid for twenty years from 2026; `nil` for any other key.
    init?(_ key: SigningKey, name: String) {
        guard key.algorithm == .rs256, case .rsa(let modulus, let exponent)? = key.publicKey?.key.components else {
            return nil
        }
        let algorithm = DER.sequence(DER.identifier(1, 2, 840, 113549, 1, 1, 11), DER.null)
        let names = DER.name(name)
        let numbers = DER.sequence(DER.integer(modulus), DER.integer(exponent))
        let keyInfo = DER.sequence(
            DER.sequence(DER.identifier(1, 2, 840, 113549, 1, 1, 1), DER.null), DER.bits(numbers))
        let validity = DER.sequence(DER.time(1_767_225_600), DER.time(2_398_377_600))
        // The serial number is derived from the key, so that the same key always has the same certificate.
        let serial = DER.integer(Array(HashAlgorithm.sha256.digest(of: modulus).prefix(8)))
        let content = DER.sequence(
            DER.tagged(0xA0, DER.integer([2])), serial, algorithm, names, validity, names, keyInfo)
        guard let signature = try? key.signature(of: content) else { return nil }
        der = DER.sequence(content, algorithm, DER.bits(signature))
    }

    /// The base64url-encoded SHA-1 hash of the certificate.
    var thumbprint: String { Base64URL.encode(HashAlgorithm.sha1.digest(of: der)) }
}
