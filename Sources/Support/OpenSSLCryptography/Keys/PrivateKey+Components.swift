import CAuth0OpenSSL

extension PrivateKey {
    /// The secret numbers of an RSA key, with the names of RFC 7518 §6.3.2.
    package struct RSANumbers: Sendable {
        /// The numbers with the names of the library.
        let named: [(name: String, number: SecretBytes)]

        package init(
            d: SecretBytes, p: SecretBytes, q: SecretBytes, dp: SecretBytes, dq: SecretBytes, qi: SecretBytes
        ) {
            named = [
                (OSSL_PKEY_PARAM_RSA_D, d), ("rsa-factor1", p), ("rsa-factor2", q), ("rsa-exponent1", dp),
                ("rsa-exponent2", dq), ("rsa-coefficient1", qi),
            ]
        }
    }

    /// Creates an RSA key from big-endian numbers. Throws `keyRefused` if they are out of bounds or inconsistent.
    package init(modulus: [UInt8], exponent: [UInt8], secret: RSANumbers) throws(CryptographyError) {
        try PublicKeyComponents.rsa(modulus: modulus, exponent: exponent).checkBounds()
        let numbers = try KeyParameters(modulus: modulus, exponent: exponent)
        for (name, bytes) in secret.named {
            guard bytes.count <= 1024 else { throw CryptographyError(.keyRefused) }
            try numbers.add(name, number: bytes)
        }
        try self.init(handle: Self.paired(numbers.key("RSA", shim_key_pair)), .rsa(bits: modulus.count * 8))
    }

    /// Creates an ECDSA key from its point and its scalar, at full width. Throws `keyRefused` if they do not match.
    package init(_ curve: EllipticCurve, x: [UInt8], y: [UInt8], secret: SecretBytes) throws(CryptographyError) {
        try PublicKeyComponents.ellipticCurve(curve, x: x, y: y).checkBounds()
        guard secret.count == curve.coordinateCount else { throw CryptographyError(.keyRefused) }
        let numbers = try KeyParameters(curve, x: x, y: y)
        try numbers.add(OSSL_PKEY_PARAM_PRIV_KEY, number: secret)
        try self.init(handle: Self.paired(numbers.key("EC", shim_key_pair)), .ellipticCurve(curve))
    }

    /// Creates an EdDSA key from its encoded point and its seed. Throws `keyRefused` if they do not match.
    package init(_ curve: EdwardsCurve, point: [UInt8], secret: SecretBytes) throws(CryptographyError) {
        guard secret.count == curve.keyCount else { throw CryptographyError(.keyRefused) }
        let handle = try OpenSSLHandle(
            owning: secret.withUnsafeBytes { seed in
                EVP_PKEY_new_raw_private_key_ex(nil, curve.name, nil, seed.octets, seed.count)
            }, free: EVP_PKEY_free, orThrow: .keyRefused)
        try self.init(handle: handle, .edwards(curve))
        guard publicKey.components == .edwards(curve, point: point) else { throw CryptographyError(.keyRefused) }
    }

    /// Returns the key if its private and public halves match. Throws `keyRefused` if they do not match.
    static func paired(_ key: OpenSSLHandle) throws(CryptographyError) -> OpenSSLHandle {
        let context = try OpenSSLHandle(
            owning: EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil), free: EVP_PKEY_CTX_free)
        try CryptographyError.check(EVP_PKEY_pairwise_check(context.pointer), .keyRefused)
        return key
    }
}
