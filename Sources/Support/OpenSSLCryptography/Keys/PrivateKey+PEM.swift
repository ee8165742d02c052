import CAuth0OpenSSL

extension PrivateKey {
    /// The labels of private keys in PEM: PKCS #8, PKCS #1 and SEC 1, and the encrypted form of PKCS #8.
    package static let labels: Set<String> = [
        "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY",
    ]

    /// Creates a key from a block of PEM with one of ``labels`` (RFC 5958, RFC 5915, RFC 8017 §A.1.2). Throws
    /// `keyRefused` if it is encrypted, not a key, of a type, curve or size that is not supported, or if its halves do
    /// not match.
    package init(_ block: PEMBlock) throws(CryptographyError) {
        guard !block.isEncrypted, Self.labels.contains(block.label) else { throw CryptographyError(.keyRefused) }
        let handle = try OpenSSLHandle.key(block) { d2i_AutoPrivateKey_ex(nil, &$0, $1, nil, nil) }
        let kind = try handle.keyKind
        try self.init(handle: handle, kind)
        // The numbers of an RSA key are within their bounds now. The point of an EdDSA key follows from its seed.
        if case .edwards = kind { return }
        _ = try Self.paired(handle)
    }

    /// Returns the unencrypted key in PEM, as PKCS #8: a secret.
    package func pem() throws(CryptographyError) -> String {
        // A memory BIO wipes its buffer when it is freed.
        let output = try OpenSSLHandle(owning: BIO_new(BIO_s_mem()), free: BIO_free_all)
        try CryptographyError.check(
            PEM_write_bio_PKCS8PrivateKey(output.pointer, handle.pointer, nil, nil, 0, nil, nil))
        var start: UnsafePointer<CChar>?
        let count = shim_bio_bytes(output.pointer, &start)
        return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

extension PublicKey {
    /// The label of public keys in PEM: an X.509 `SubjectPublicKeyInfo`.
    package static let label = "PUBLIC KEY"

    /// Creates a key from a block of PEM with the label ``label`` (RFC 7468 §13). Throws `keyRefused` if it is not a
    /// key, or of a type, curve or size that is not supported.
    package init(_ block: PEMBlock) throws(CryptographyError) {
        guard block.label == Self.label else { throw CryptographyError(.keyRefused) }
        let handle = try OpenSSLHandle.key(block) { d2i_PUBKEY_ex(nil, &$0, $1, nil, nil) }
        let kind = try handle.keyKind
        try self.init(PrivateKey.components(of: handle, kind))
    }
}

extension OpenSSLHandle {
    /// Decodes all bytes of a block as one key.
    fileprivate static func key(
        _ block: PEMBlock, _ decode: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?
    ) throws(CryptographyError) -> OpenSSLHandle {
        let (key, isWhole) = block.bytes.withUnsafeBytes { bytes in
            var position = bytes.octets
            let key = decode(&position, bytes.count)
            return (key, position == bytes.octets.map { $0 + bytes.count })
        }
        let handle = try OpenSSLHandle(owning: key, free: EVP_PKEY_free, orThrow: .keyRefused)
        ERR_clear_error()
        guard isWhole else { throw CryptographyError(.keyRefused) }
        return handle
    }

    fileprivate var keyKind: PrivateKey.Kind {
        get throws(CryptographyError) {
            if EVP_PKEY_is_a(pointer, "RSA") == 1 { return .rsa(bits: Int(EVP_PKEY_get_bits(pointer))) }
            if EVP_PKEY_is_a(pointer, "EC") == 1, let curve = namedCurve { return .ellipticCurve(curve) }
            for curve in EdwardsCurve.allCases where EVP_PKEY_is_a(pointer, curve.name) == 1 { return .edwards(curve) }
            throw CryptographyError(.keyRefused)
        }
    }

    private var namedCurve: EllipticCurve? {
        var name = [CChar](repeating: 0, count: 64)
        let isNamed = EVP_PKEY_get_group_name(pointer, &name, name.count, nil) == 1
        if !isNamed { ERR_clear_error() }
        return switch String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) {
        case "prime256v1", "P-256": .p256
        case "secp384r1", "P-384": .p384
        case "secp521r1", "P-521": .p521
        default: nil
        }
    }
}
