import OpenSSLCryptography
import ByteEncodings
import JOSE

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
        let algorithm = DER.sequence(DER.identifier([42, 134, 72, 134, 247, 13, 1, 1, 11]), DER.null)
        let commonName = DER.sequence(DER.identifier([85, 4, 3]), DER.text(name))
        let names = DER.sequence(DER.set(commonName))
        let numbers = DER.sequence(DER.integer(modulus), DER.integer(exponent))
        let keyInfo = DER.sequence(
            DER.sequence(DER.identifier([42, 134, 72, 134, 247, 13, 1, 1, 1]), DER.null), DER.bits(numbers))
        let validity = DER.sequence(DER.time("260101000000Z"), DER.time("460101000000Z"))
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

/// The DER encodings that a certificate needs.
///
/// - SeeAlso: [X.690 §8](https://www.itu.int/rec/T-REC-X.690)
private enum DER {
    static let null: [UInt8] = [5, 0]

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { tagged(0x30, parts.flatMap(\.self)) }
    static func set(_ part: [UInt8]) -> [UInt8] { tagged(0x31, part) }
    static func identifier(_ bytes: [UInt8]) -> [UInt8] { tagged(6, bytes) }
    static func text(_ text: String) -> [UInt8] { tagged(12, Array(text.utf8)) }
    static func time(_ text: String) -> [UInt8] { tagged(23, Array(text.utf8)) }
    static func bits(_ bytes: [UInt8]) -> [UInt8] { tagged(3, [0] + bytes) }

    static func integer(_ number: [UInt8]) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        return tagged(2, (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits)
    }

    static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        switch count {
        case ..<128: return [tag, UInt8(count)] + content
        case ..<256: return [tag, 0x81, UInt8(count)] + content
        default: return [tag, 0x82, UInt8(count >> 8), UInt8(count & 255)] + content
        }
    }
}
