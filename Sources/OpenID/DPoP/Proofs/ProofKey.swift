import ByteEncodings
import FoundationEssentials
package import HTTPMessages
import JOSE
import OpenSSLCryptography

/// The key pair that tokens are bound to, which signs a proof of possession for each request (RFC 9449 §4).
package struct ProofKey: Sendable {
    /// The SHA-256 thumbprint of the public key, which bound tokens contain as `jkt`.
    package let thumbprint: String

    private let key: PrivateKey
    private let signer: SigningKey
    /// The encoded header, which is the same for every proof.
    private let header: [UInt8]

    /// Generates a P-256 key.
    package init() throws(DPoPError) {
        let key: PrivateKey
        do {
            key = try PrivateKey(generating: .ellipticCurve(.p256))
        } catch { throw DPoPError(.cryptoKitOperationFailed, cause: error) }
        try self.init(key)
    }

    private init(_ key: PrivateKey) throws(DPoPError) {
        let jwk = JSONWebKey(key.publicKey)
        self.key = key
        thumbprint = jwk.thumbprintText
        do {
            signer = try SigningKey(key, algorithm: .es256)
        } catch { throw DPoPError(.secKeyOperationFailed, cause: error) }
        header = signer.header(type: "dpop+jwt", [JSONValue.Member(name: "jwk", value: .object(jwk.required))])
    }

    /// Creates the proof of possession for one request, with the last nonce of the server (RFC 9449 §4.2).
    package func proof(
        _ method: TransportMethod, _ url: HTTPURL, accessToken: String?, nonce: String?, time: TimeSource
    ) throws(DPoPError) -> String {
        do {
            var claims: [JSONValue.Member] = [
                .init(name: "htm", value: .string(method.rawValue.uppercased())),
                // Only origin and path: RFC 9449 §4.2 excludes query and fragment.
                .init(name: "htu", value: .string(url.description)),
                .init(name: "jti", value: .string(try Self.identifier())),
                .init(name: "iat", value: .integer(time.secondsSince1970)),
            ]
            if let nonce { claims.append(.init(name: "nonce", value: .string(nonce))) }
            if let accessToken { claims.append(.init(name: "ath", value: .string(accessToken.sha256))) }
            var writer = JSONWriter(capacity: 512)
            writer.write(members: claims)
            return try signer.sign(writer.bytes, header: header)
        } catch { throw DPoPError(.secKeyOperationFailed, cause: error) }
    }

    /// Returns a random UUID (RFC 9562 §5.4); `UUID()` would open a file of the system each time.
    private static func identifier() throws(CryptographyError) -> String {
        var bytes = try SecureRandom.bytes(16)
        (bytes[6], bytes[8]) = (bytes[6] & 0x0F | 0x40, bytes[8] & 0x3F | 0x80)
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString }
    }
}

extension ProofKey {
    private static let version: UInt8 = 1
    private static let width = EllipticCurve.p256.coordinateCount

    /// The stored form of the key: a version byte, both coordinates of the public key, the private scalar.
    var stored: SecretBytes {
        get throws(DPoPError) {
            guard case .ellipticCurve(_, let x, let y) = key.publicKey.components else {
                throw .cryptoKitOperationFailed
            }
            do {
                let secret = try key.secret()
                let prefix = [Self.version] + x + y
                return SecretBytes(count: prefix.count + secret.count) { bytes in
                    bytes.copyBytes(from: prefix)
                    let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[prefix.count...])
                    secret.withUnsafeBytes { rest.copyBytes(from: $0) }
                }
            } catch { throw DPoPError(.cryptoKitOperationFailed, cause: error) }
        }
    }

    /// Decodes ``stored``.
    init(stored: SecretBytes) throws(DPoPError) {
        let width = Self.width
        guard stored.count == 1 + 3 * width else { throw .keychainOperationFailed }
        let (version, x, y, secret) = stored.withUnsafeBytes { bytes in
            (
                bytes[0], Array(bytes[1..<(1 + width)]), Array(bytes[(1 + width)..<(1 + 2 * width)]),
                SecretBytes(bytes[(1 + 2 * width)...])
            )
        }
        guard version == Self.version else { throw .keychainOperationFailed }
        let key: PrivateKey
        do {
            key = try PrivateKey(.p256, x: x, y: y, secret: secret)
        } catch { throw DPoPError(.keychainOperationFailed, cause: error) }
        try self.init(key)
    }
}

extension ProofKey: _Redacted {}
