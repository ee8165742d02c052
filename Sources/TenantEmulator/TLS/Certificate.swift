import ByteEncodings
import JOSE
import OpenSSLCryptography

/// An X.509 certificate of an ES256 key.
///
/// - SeeAlso: [RFC 5280 §4.1](https://www.rfc-editor.org/rfc/rfc5280#section-4.1)
struct Certificate {
    let der: [UInt8]

    /// The certificate in PEM.
    var pem: String {
        let text = Array(Base64URL.padded(der).utf8)
        let lines = stride(from: 0, to: text.count, by: 64).map { start in
            String(decoding: text[start..<min(start + 64, text.count)], as: UTF8.self)
        }
        return "-----BEGIN CERTIFICATE-----\n\(lines.joined(separator: "\n"))\n-----END CERTIFICATE-----\n"
    }

    private static let algorithm = DER.sequence(DER.identifier(1, 2, 840, 10045, 4, 3, 2))
    /// The lifetime, in seconds: a year.
    static let lifetime = 31_536_000
    /// The time before the creation from which a certificate is valid, in seconds, for clocks that are behind.
    private static let margin = 86_400

    /// The `Validity` of a certificate that is created at a time, in seconds since 1970.
    private static func validity(from now: Int) -> [UInt8] {
        DER.sequence(DER.time(now - margin), DER.time(now + lifetime))
    }

    /// Creates the self-signed certificate of an authority, valid for a year, that can issue for some hosts alone.
    ///
    /// - Parameters:
    ///   - name: The name of the authority.
    ///   - key: The key.
    ///   - hosts: The host names and literal addresses in addition to `localhost` and loopback.
    ///   - now: The time in seconds since 1970.
    /// - Throws: If the key cannot sign.
    /// - SeeAlso: [RFC 5280 §4.2.1.10](https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.10)
    init(authority name: String, key: SigningKey, hosts: [String], now: Int) throws {
        let id = try Self.identifier(of: key)
        let loopback: [[UInt8]] = [
            Self.subtree("localhost"), DER.sequence(DER.tagged(0x87, [127, 0, 0, 0, 255, 0, 0, 0])),
            Self.subtree("::1"),
        ]
        let permitted = DER.tagged(0xA0, (loopback + hosts.map(Self.subtree)).flatMap(\.self))
        try self.init(
            subject: name, key: key, validity: Self.validity(from: now), issuer: name, issuerKey: key,
            extensions: [
                Self.extension(DER.identifier(2, 5, 29, 19), DER.sequence(DER.yes), isCritical: true),
                // keyCertSign and cRLSign.
                Self.extension(DER.identifier(2, 5, 29, 15), DER.tagged(3, [1, 0x06]), isCritical: true),
                Self.extension(DER.identifier(2, 5, 29, 14), DER.octets(id)),
                Self.extension(DER.identifier(2, 5, 29, 30), DER.sequence(permitted), isCritical: true),
            ])
    }

    /// The `GeneralSubtree` of a host name or literal address.
    static func subtree(_ host: String) -> [UInt8] {
        guard let address = Address.bytes(host) else { return DER.sequence(DER.tagged(0x82, Array(host.utf8))) }
        return DER.sequence(DER.tagged(0x87, address + [UInt8](repeating: 255, count: address.count)))
    }

    /// Creates the certificate of a server, valid for a year.
    ///
    /// - Throws: If a key cannot be used.
    init(hosts: [String], key: SigningKey, issuer: String, issuerKey: SigningKey, now: Int) throws {
        let names = hosts.map { host in
            Address.bytes(host).map { DER.tagged(0x87, $0) } ?? DER.tagged(0x82, Array(host.utf8))
        }
        let authority = DER.sequence(DER.tagged(0x80, try Self.identifier(of: issuerKey)))
        try self.init(
            subject: hosts.first ?? "", key: key, validity: Self.validity(from: now), issuer: issuer,
            issuerKey: issuerKey,
            extensions: [
                Self.extension(DER.identifier(2, 5, 29, 19), DER.sequence(), isCritical: true),
                // digitalSignature.
                Self.extension(DER.identifier(2, 5, 29, 15), DER.tagged(3, [7, 0x80]), isCritical: true),
                Self.extension(
                    DER.identifier(2, 5, 29, 37), DER.sequence(DER.identifier(1, 3, 6, 1, 5, 5, 7, 3, 1))),
                Self.extension(DER.identifier(2, 5, 29, 17), DER.tagged(0x30, names.flatMap(\.self))),
                Self.extension(DER.identifier(2, 5, 29, 14), DER.octets(try Self.identifier(of: key))),
                Self.extension(DER.identifier(2, 5, 29, 35), authority),
            ])
    }

    private init(
        subject: String, key: SigningKey, validity: [UInt8], issuer: String, issuerKey: SigningKey,
        extensions: [[UInt8]]
    ) throws {
        let id = try Self.identifier(of: key)
        let keyInfo = DER.sequence(
            DER.sequence(DER.identifier(1, 2, 840, 10045, 2, 1), DER.identifier(1, 2, 840, 10045, 3, 1, 7)),
            DER.bits(try Self.point(of: key)))
        let list = DER.tagged(0x30, extensions.flatMap(\.self))
        let content = DER.sequence(
            DER.tagged(0xA0, DER.integer([2])), DER.integer(Array(id.prefix(16))), Self.algorithm, DER.name(issuer),
            validity, DER.name(subject), keyInfo, DER.tagged(0xA3, list))
        // JWS has both numbers at full width, X.509 a sequence of integers: RFC 3279 §2.2.3.
        let signature = try issuerKey.signature(of: content)
        let numbers = DER.sequence(
            DER.integer(Array(signature.prefix(32))), DER.integer(Array(signature.suffix(32))))
        der = DER.sequence(content, Self.algorithm, DER.bits(numbers))
    }

    private static func `extension`(_ id: [UInt8], _ value: [UInt8], isCritical: Bool = false) -> [UInt8] {
        DER.sequence(id, isCritical ? DER.yes : [], DER.octets(value))
    }

    /// The point of a public key, uncompressed.
    static func point(of key: SigningKey) throws -> [UInt8] {
        guard case .ellipticCurve(_, let x, let y)? = key.publicKey?.key.components else {
            throw EmulatorError(.system, "a certificate of another kind of key")
        }
        return [4] + x + y
    }

    private static func identifier(of key: SigningKey) throws -> [UInt8] {
        Array(HashAlgorithm.sha256.digest(of: try point(of: key)).prefix(20))
    }
}
