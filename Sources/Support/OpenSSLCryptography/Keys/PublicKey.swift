import CAuth0OpenSSL

/// A public key, which verifies signatures.
package struct PublicKey: Sendable {
    /// The numbers of the key.
    package let components: PublicKeyComponents
    let handle: OpenSSLHandle

    /// Creates a key from its numbers.
    ///
    /// - Parameter components: The numbers of the key.
    /// - Throws: ``CryptographyError/Code/keyRefused`` if the numbers are out of bounds, or the point is not on the
    ///   curve.
    package init(_ components: PublicKeyComponents) throws(CryptographyError) {
        try components.checkBounds()
        self.components = components
        handle = try Self.handle(components)
    }

    init(components: PublicKeyComponents, handle: OpenSSLHandle) {
        self.components = components
        self.handle = handle
    }

    private static func handle(_ components: PublicKeyComponents) throws(CryptographyError) -> OpenSSLHandle {
        switch components {
        case .rsa(let modulus, let exponent):
            let numbers = try KeyParameters()
            try numbers.add(OSSL_PKEY_PARAM_RSA_N, number: modulus)
            try numbers.add(OSSL_PKEY_PARAM_RSA_E, number: exponent)
            return try numbers.key("RSA", shim_public_key)
        case .ellipticCurve(let curve, let x, let y):
            let numbers = try KeyParameters()
            try numbers.add(OSSL_PKEY_PARAM_GROUP_NAME, text: curve.rawValue)
            try numbers.add(OSSL_PKEY_PARAM_PUB_KEY, bytes: [0x04] + x + y)
            return try numbers.key("EC", shim_public_key)
        case .edwards(let curve, let point):
            return try OpenSSLHandle(
                owning: EVP_PKEY_new_raw_public_key_ex(nil, curve.name, nil, point, point.count),
                free: EVP_PKEY_free, orThrow: .keyRefused)
        }
    }
}

extension PublicKey {
    /// Returns whether bytes are the DER encoding of a key (`SubjectPublicKeyInfo`, PKCS #1, SEC 1, PKCS #8) or of a
    /// certificate.
    ///
    /// - Parameter bytes: The bytes; none may follow the encoding.
    /// - Returns: `true` if the library decodes them all.
    package static func isEncoded(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress, start.pointee == 0x30 else {
            return false
        }
        OpenSSLLibrary.start()
        defer { ERR_clear_error() }
        func isDecoded<Value>(
            _ decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Value?, _ free: (Value?) -> Void
        ) -> Bool {
            var end: UnsafePointer<UInt8>? = start
            let value = decode(&end, bytes.count)
            defer { free(value) }
            return value != nil && end == start + bytes.count
        }
        return isDecoded({ d2i_PUBKEY(nil, $0, $1) }, EVP_PKEY_free)
            || isDecoded({ d2i_X509(nil, $0, $1) }, X509_free)
            || isDecoded({ d2i_PublicKey(EVP_PKEY_RSA, nil, $0, $1) }, EVP_PKEY_free)
            || isDecoded({ d2i_AutoPrivateKey(nil, $0, $1) }, EVP_PKEY_free)
    }
}

extension PublicKey: Hashable {
    /// Compares the numbers of the keys.
    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.components == rhs.components }
    /// Hashes the numbers of the key.
    ///
    /// - Parameter hasher: The hasher that receives the numbers.
    package func hash(into hasher: inout Hasher) { hasher.combine(components) }
}
