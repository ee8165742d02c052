import ByteEncodings
import CAuth0OpenSSL
import JOSE
import OpenSSLCryptography

/// An X.509 certificate ([RFC 5280 §4.1](https://www.rfc-editor.org/rfc/rfc5280#section-4.1)), which OpenSSL encodes
/// and signs.
final class Certificate: @unchecked Sendable {  // the object behind the pointer is not modified after `init`
    private let x509: OpaquePointer

    /// The lifetime of a certificate for TLS, in seconds: a year.
    private static let lifetime = 31_536_000
    /// The time before its creation from which such a certificate is valid, in seconds, for clocks that are slow.
    private static let margin = 86_400
    /// The time before its expiry at which the certificate of an authority is renewed, in seconds: 30 days.
    private static let renewal = 2_592_000

    /// Creates the self-signed certificate of an authority, valid for a year from `now`, in seconds since 1970. It can
    /// issue only for `localhost`, loopback, some hosts, and the hosts of a certificate that it replaces.
    ///
    /// - SeeAlso: [RFC 5280 §4.2.1.10](https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.10)
    convenience init(
        authority name: String, key: SigningKey, hosts: [String], extending known: Certificate? = nil, now: Int
    ) throws {
        try self.init(
            name, serial: SecureRandom.bytes(16), validity: now - Self.margin...now + Self.lifetime, key: key,
            issuer: nil, issuerKey: key,
            extensions: [
                NID_basic_constraints: "critical,CA:TRUE", NID_key_usage: "critical,keyCertSign,cRLSign",
                NID_subject_key_identifier: "hash",
            ]
        ) { try $0.permit(["localhost", "127.0.0.0/255.0.0.0", "::1"] + hosts, extending: known) }
    }

    /// Creates the certificate of a server, valid for a year.
    convenience init(
        hosts: [String], key: SigningKey, issuer: Certificate, issuerKey: SigningKey, now: Int
    ) throws {
        try self.init(
            hosts.first ?? "", serial: SecureRandom.bytes(16), validity: now - Self.margin...now + Self.lifetime,
            key: key, issuer: issuer, issuerKey: issuerKey,
            extensions: [
                NID_basic_constraints: "critical,CA:FALSE", NID_key_usage: "critical,digitalSignature",
                NID_ext_key_usage: "serverAuth", NID_subject_key_identifier: "hash",
                NID_authority_key_identifier: "keyid:always",
            ]
        ) { try $0.setAlternativeNames(hosts) }
    }

    /// Creates the self-signed certificate of an RS256 key for the `x5c` member of key sets ([RFC 7517
    /// §4.7](https://www.rfc-editor.org/rfc/rfc7517#section-4.7)), valid for twenty years from 2026; `nil` for another
    /// key.
    convenience init?(published key: SigningKey, name: String) {
        guard key.algorithm == .rs256, case .rsa(let modulus, _)? = key.publicKey?.key.components else { return nil }
        // The serial number is derived from the key, so that the same key always has the same certificate.
        let serial = Array(HashAlgorithm.sha256.digest(of: modulus).prefix(8))
        try? self.init(
            name, serial: serial, validity: 1_767_225_600...2_398_377_600, key: key, issuer: nil, issuerKey: key)
    }

    init?(pem: String) {
        OpenSSLLibrary.start()
        defer { ERR_clear_error() }
        guard let read = Self.read(pem, { PEM_read_bio_X509($0, nil, nil, nil) }) else { return nil }
        x509 = read
    }

    /// Creates a certificate; the validity is in seconds since 1970, the extensions are in the configuration language
    /// of OpenSSL, `x509v3_config(5)`, and `extend` adds those with names.
    private init(
        _ subject: String, serial: [UInt8], validity: ClosedRange<Int>, key: SigningKey, issuer: Certificate?,
        issuerKey: SigningKey, extensions: KeyValuePairs<Int32, String> = [:],
        extend: (Certificate) throws -> Void = { _ in }
    ) throws {
        OpenSSLLibrary.start()
        defer { ERR_clear_error() }
        x509 = try Self.made(X509_new())
        let (own, signing) = (try Self.handle(of: key), try Self.handle(of: issuerKey))
        defer { [own, signing].forEach(EVP_PKEY_free) }
        try set(subject, serial, validity)
        try Self.check(X509_set_pubkey(x509, own) == 1)
        try Self.check(X509_set_issuer_name(x509, X509_get_subject_name(issuer?.x509 ?? x509)) == 1)
        for (id, text) in extensions { try add(id, text, issuer: issuer?.x509 ?? x509) }
        try extend(self)
        try Self.check(X509_sign(x509, signing, EVP_sha256()) > 0)
    }

    deinit { X509_free(x509) }

    private func set(_ subject: String, _ serial: [UInt8], _ validity: ClosedRange<Int>) throws {
        // The serial number is positive, whatever the first bit of the bytes is.
        let number = try Self.made(BN_bin2bn(serial, Int32(serial.count), nil))
        defer { BN_free(number) }
        try Self.check(X509_set_version(x509, 2) == 1)
        try Self.check(BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x509)) != nil)
        try Self.check(ASN1_TIME_set(X509_getm_notBefore(x509), validity.lowerBound) != nil)
        try Self.check(ASN1_TIME_set(X509_getm_notAfter(x509), validity.upperBound) != nil)
        // A common name has at most 64 characters; clients compare the alternative names.
        let name = String(String.UnicodeScalarView(subject.unicodeScalars.prefix(64)))
        let added = X509_NAME_add_entry_by_NID(
            X509_get_subject_name(x509), NID_commonName, MBSTRING_UTF8, name, Int32(name.utf8.count), -1, 0)
        try Self.check(added == 1)
    }

    // MARK: Extensions

    private func add(_ id: Int32, _ text: String, issuer: OpaquePointer) throws {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer, x509, nil, nil, 0)
        let made = try Self.made(X509V3_EXT_conf_nid(nil, &context, id, text))
        defer { X509_EXTENSION_free(made) }
        try Self.check(X509_add_ext(x509, made, -1) == 1)
    }

    private func setAlternativeNames(_ hosts: [String]) throws {
        let names = try Self.made(GENERAL_NAMES_new())
        defer { GENERAL_NAMES_free(names) }
        for host in hosts { try Self.push(try Self.name(host), to: names, GENERAL_NAME_free) }
        try add(NID_subject_alt_name, UnsafeMutableRawPointer(names), isCritical: false)
    }

    private func permit(_ hosts: [String], extending known: Certificate?) throws {
        let constraints = try Self.made(known?.constraints ?? NAME_CONSTRAINTS_new())
        defer { NAME_CONSTRAINTS_free(constraints) }
        let subtrees = try Self.made(constraints.pointee.permittedSubtrees ?? OPENSSL_sk_new_null())
        constraints.pointee.permittedSubtrees = subtrees
        for host in hosts where known?.permits(host) != true {
            let subtree = try Self.made(GENERAL_SUBTREE_new())
            try Self.push(subtree, to: subtrees, GENERAL_SUBTREE_free)
            GENERAL_NAME_free(subtree.pointee.base)
            subtree.pointee.base = nil
            subtree.pointee.base = try Self.name(host, isConstraint: true)
        }
        try add(NID_name_constraints, constraints, isCritical: true)
    }

    private func add(_ id: Int32, _ value: UnsafeMutableRawPointer, isCritical: Bool) throws {
        try Self.check(X509_add1_ext_i2d(x509, id, value, isCritical ? 1 : 0, UInt(X509V3_ADD_DEFAULT)) == 1)
    }

    /// Returns a new name of a host or a literal address; a constraint permits the one address or has a mask.
    private static func name(_ host: String, isConstraint: Bool = false) throws -> UnsafeMutablePointer<GENERAL_NAME> {
        var value = host
        let isAddress = Address.bytes(String(host.prefix { $0 != "/" })) != nil
        if isAddress, isConstraint, !host.contains("/") {
            value += Address.isIPv4(host) ? "/255.255.255.255" : "/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
        }
        return try made(a2i_GENERAL_NAME(nil, nil, nil, isAddress ? GEN_IPADD : GEN_DNS, value, isConstraint ? 1 : 0))
    }

    private static func push<Element>(
        _ element: UnsafeMutablePointer<Element>, to stack: OpaquePointer,
        _ free: (UnsafeMutablePointer<Element>?) -> Void
    ) throws {
        guard OPENSSL_sk_push(stack, element) > 0 else {
            free(element)
            throw failure
        }
    }

    /// Whether an authority can issue for a host that is not loopback.
    func permits(_ host: String) -> Bool {
        OpenSSLLibrary.start()
        defer { ERR_clear_error() }
        guard let wanted = try? Self.name(host, isConstraint: true) else { return false }
        defer { GENERAL_NAME_free(wanted) }
        let constraints = self.constraints
        defer { NAME_CONSTRAINTS_free(constraints) }
        guard let subtrees = constraints?.pointee.permittedSubtrees else { return false }
        return (0..<OPENSSL_sk_num(subtrees)).contains { index in
            let subtree = OPENSSL_sk_value(subtrees, index)?.assumingMemoryBound(to: GENERAL_SUBTREE.self)
            return GENERAL_NAME_cmp(subtree?.pointee.base, wanted) == 0
        }
    }

    /// A copy of the constraints of the names, which the caller frees; `nil` if there are none.
    private var constraints: UnsafeMutablePointer<NAME_CONSTRAINTS>? {
        X509_get_ext_d2i(x509, NID_name_constraints, nil, nil)?.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
    }

    // MARK: Checks and encodings

    /// Whether the certificate of an authority has this key, and ends in more than 30 days but within a year.
    func isCurrent(for key: SigningKey, now: Int) throws -> Bool {
        defer { ERR_clear_error() }
        let handle = try Self.handle(of: key)
        defer { EVP_PKEY_free(handle) }
        var (early, late) = (now + Self.renewal, now + Self.lifetime)
        let end = X509_get0_notAfter(x509)
        // `X509_cmp_time` returns -1 for a time that is earlier or equal, and 0 if it cannot read the time.
        return X509_check_private_key(x509, handle) == 1 && X509_cmp_time(end, &early) > 0
            && X509_cmp_time(end, &late) < 0
    }

    var der: [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = Int(i2d_X509(x509, &bytes))
        defer { shim_clear_free(bytes, max(0, count)) }
        return Array(UnsafeBufferPointer(start: bytes, count: max(0, count)))
    }

    var pem: String {
        let text = Array(Base64URL.padded(der).utf8)
        let lines = stride(from: 0, to: text.count, by: 64).map { start in
            String(decoding: text[start..<min(start + 64, text.count)], as: UTF8.self)
        }
        return "-----BEGIN CERTIFICATE-----\n\(lines.joined(separator: "\n"))\n-----END CERTIFICATE-----\n"
    }

    // MARK: Objects of OpenSSL

    private static var failure: EmulatorError { EmulatorError(.system, "OpenSSL cannot make a certificate") }

    private static func check(_ isDone: Bool) throws { if !isDone { throw failure } }

    private static func made<Object>(_ object: Object?) throws -> Object {
        guard let object else { throw failure }
        return object
    }

    private static func handle(of key: SigningKey) throws -> OpaquePointer {
        try made(read(try key.privateKeyPEM()) { PEM_read_bio_PrivateKey($0, nil, nil, nil) })
    }

    private static func read(_ text: String, _ read: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        var text = text
        return text.withUTF8 { bytes in
            guard let input = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
            defer { BIO_free_all(input) }
            return read(input)
        }
    }
}
