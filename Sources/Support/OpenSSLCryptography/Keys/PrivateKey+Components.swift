import CAuth0OpenSSL

extension PrivateKey {
    /// The secret numbers of an RSA key, with the names of RFC 7518 §6.3.2.
    package struct RSANumbers: Sendable {
        let exponent: SecretBytes
        let primes: (SecretBytes, SecretBytes)
        let exponents: (SecretBytes, SecretBytes)
        let coefficient: SecretBytes

        /// Creates the secret numbers; each is big-endian.
        ///
        /// - Parameters:
        ///   - d: The private exponent.
        ///   - p: The first prime factor.
        ///   - q: The second prime factor.
        ///   - dp: The CRT exponent of the first factor.
        ///   - dq: The CRT exponent of the second factor.
        ///   - qi: The CRT coefficient.
        package init(
            d: SecretBytes, p: SecretBytes, q: SecretBytes, dp: SecretBytes, dq: SecretBytes, qi: SecretBytes
        ) {
            (exponent, primes, exponents, coefficient) = (d, (p, q), (dp, dq), qi)
        }
    }

    /// Creates an RSA key from its numbers.
    ///
    /// - Parameters:
    ///   - modulus: The modulus, big-endian.
    ///   - exponent: The public exponent, big-endian.
    ///   - secret: The secret numbers.
    /// - Throws: ``CryptographyError/Code/keyRefused`` if the numbers are out of bounds or inconsistent.
    package init(modulus: [UInt8], exponent: [UInt8], secret: RSANumbers) throws(CryptographyError) {
        try PublicKeyComponents.rsa(modulus: modulus, exponent: exponent).checkBounds()
        let numbers = try KeyParameters()
        try numbers.add(OSSL_PKEY_PARAM_RSA_N, number: modulus)
        try numbers.add(OSSL_PKEY_PARAM_RSA_E, number: exponent)
        for (name, bytes) in [
            (OSSL_PKEY_PARAM_RSA_D, secret.exponent), ("rsa-factor1", secret.primes.0),
            ("rsa-factor2", secret.primes.1), ("rsa-exponent1", secret.exponents.0),
            ("rsa-exponent2", secret.exponents.1),
            ("rsa-coefficient1", secret.coefficient),
        ] {
            guard bytes.count <= 1024 else { throw CryptographyError(.keyRefused) }
            try numbers.add(name, secret: bytes)
        }
        try self.init(handle: Self.paired(numbers.key("RSA", shim_key_pair)), .rsa(bits: modulus.count * 8))
    }

    /// Creates an ECDSA key from its point and its private scalar.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - x: The x coordinate of the public point, at the curve's full width.
    ///   - y: The y coordinate of the public point, at the curve's full width.
    ///   - secret: The private scalar, at the curve's full width.
    /// - Throws: ``CryptographyError/Code/keyRefused`` if the point is not on the curve, or does not match the scalar.
    package init(_ curve: EllipticCurve, x: [UInt8], y: [UInt8], secret: SecretBytes) throws(CryptographyError) {
        try PublicKeyComponents.ellipticCurve(curve, x: x, y: y).checkBounds()
        guard secret.count == curve.coordinateCount else { throw CryptographyError(.keyRefused) }
        let numbers = try KeyParameters()
        try numbers.add(OSSL_PKEY_PARAM_GROUP_NAME, text: curve.rawValue)
        try numbers.add(OSSL_PKEY_PARAM_PUB_KEY, bytes: [0x04] + x + y)
        try numbers.add(OSSL_PKEY_PARAM_PRIV_KEY, secret: secret)
        try self.init(handle: Self.paired(numbers.key("EC", shim_key_pair)), .ellipticCurve(curve))
    }

    /// Creates an EdDSA key from its seed.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - point: The encoded public point.
    ///   - secret: The seed.
    /// - Throws: ``CryptographyError/Code/keyRefused`` if the seed has another length, or does not match the point.
    package init(_ curve: EdwardsCurve, point: [UInt8], secret: SecretBytes) throws(CryptographyError) {
        guard secret.count == curve.keyCount else { throw CryptographyError(.keyRefused) }
        let handle = try OpenSSLHandle(
            owning: secret.withUnsafeBytes { seed in
                EVP_PKEY_new_raw_private_key_ex(
                    nil, curve.name, nil, seed.assumingMemoryBound(to: UInt8.self).baseAddress, seed.count)
            }, free: EVP_PKEY_free, orThrow: .keyRefused)
        try self.init(handle: handle, .edwards(curve))
        guard publicKey.components == .edwards(curve, point: point) else { throw CryptographyError(.keyRefused) }
    }

    /// Returns the key if its private and public halves match.
    ///
    /// - Throws: ``CryptographyError/Code/keyRefused`` if they do not match.
    static func paired(_ key: OpenSSLHandle) throws(CryptographyError) -> OpenSSLHandle {
        let context = try OpenSSLHandle(
            owning: EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil), free: EVP_PKEY_CTX_free)
        try CryptographyError.check(EVP_PKEY_pairwise_check(context.pointer), .keyRefused)
        return key
    }
}
