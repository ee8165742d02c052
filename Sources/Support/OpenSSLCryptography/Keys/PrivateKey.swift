import CAuth0OpenSSL

/// A key that makes signatures.
public struct PrivateKey: Sendable {
    /// The kinds of key that can be generated.
    public enum Kind: Sendable, Hashable {
        /// RSA with a modulus of so many bits, 2048 to 8192.
        case rsa(bits: Int)
        /// ECDSA.
        case ellipticCurve(EllipticCurve)
        /// EdDSA.
        case edwards(EdwardsCurve)
    }

    /// The half that may be shown.
    public let publicKey: PublicKey
    let handle: OpenSSLHandle

    /// Generates a key.
    ///
    /// - Parameter kind: The kind of key to generate.
    /// - Throws: ``CryptographyError/Code/parameterRefused`` for an RSA size out of bounds.
    public init(generating kind: Kind) throws { try self.init(generated: kind) }

    /// Generates a key, with a typed error.
    package init(generated kind: Kind) throws(CryptographyError) {
        switch kind {
        case .rsa(let bits):
            guard (2048...8192).contains(bits) else { throw CryptographyError(.parameterRefused) }
            try self.init(handle: OpenSSLHandle(owning: shim_generate_rsa(bits), free: EVP_PKEY_free), kind)
        case .ellipticCurve(let curve):
            let key = try OpenSSLHandle(owning: shim_generate_ec(curve.rawValue), free: EVP_PKEY_free)
            try self.init(handle: key, kind)
        case .edwards(let curve):
            let key = try OpenSSLHandle(owning: shim_generate_named(curve.name), free: EVP_PKEY_free)
            try self.init(handle: key, kind)
        }
    }

    /// Reads the public numbers back from the library.
    init(handle: OpenSSLHandle, _ kind: Kind) throws(CryptographyError) {
        let components: PublicKeyComponents =
            switch kind {
            case .rsa:
                .rsa(
                    modulus: try Self.number(OSSL_PKEY_PARAM_RSA_N, of: handle),
                    exponent: try Self.number(OSSL_PKEY_PARAM_RSA_E, of: handle))
            case .ellipticCurve(let curve):
                .ellipticCurve(
                    curve, x: try Self.number(OSSL_PKEY_PARAM_EC_PUB_X, of: handle, width: curve.coordinateCount),
                    y: try Self.number(OSSL_PKEY_PARAM_EC_PUB_Y, of: handle, width: curve.coordinateCount))
            case .edwards(let curve): .edwards(curve, point: try Self.point(of: handle, curve))
            }
        self.handle = handle
        publicKey = try PublicKey(checking: components)
    }

    /// The secret number of an ECDSA key at the curve's full width, or the seed of an EdDSA key.
    ///
    /// With the numbers of ``publicKey`` it makes the key again.
    ///
    /// - Throws: ``CryptographyError/Code/schemeMismatch`` for an RSA key, which has more than one secret number.
    package func secret() throws(CryptographyError) -> SecretBytes {
        switch publicKey.components {
        case .rsa: throw CryptographyError(.schemeMismatch)
        case .ellipticCurve(let curve, _, _):
            var pointer: OpaquePointer?
            try CryptographyError.check(EVP_PKEY_get_bn_param(handle.pointer, OSSL_PKEY_PARAM_PRIV_KEY, &pointer))
            let number = try OpenSSLHandle(owning: pointer, free: BN_clear_free)
            return try SecretBytes(count: curve.coordinateCount) { bytes throws(CryptographyError) in
                let bytes = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
                guard BN_bn2binpad(number.pointer, bytes, Int32(clamping: curve.coordinateCount)) >= 0 else {
                    throw CryptographyError(.operationFailed)
                }
            }
        case .edwards(let curve, _):
            return try SecretBytes(count: curve.keyCount) { bytes throws(CryptographyError) in
                var count = bytes.count
                let bytes = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
                try CryptographyError.check(EVP_PKEY_get_raw_private_key(handle.pointer, bytes, &count))
            }
        }
    }

    private static func number(
        _ name: String, of handle: OpenSSLHandle, width: Int? = nil
    ) throws(CryptographyError) -> [UInt8] {
        var pointer: OpaquePointer?
        try CryptographyError.check(EVP_PKEY_get_bn_param(handle.pointer, name, &pointer))
        let number = try OpenSSLHandle(owning: pointer, free: BN_clear_free)
        var bytes = [UInt8](repeating: 0, count: width ?? Int(BN_num_bits(number.pointer) + 7) / 8)
        guard BN_bn2binpad(number.pointer, &bytes, Int32(clamping: bytes.count)) >= 0 else {
            throw CryptographyError(.operationFailed)
        }
        return bytes
    }

    private static func point(of handle: OpenSSLHandle, _ curve: EdwardsCurve) throws(CryptographyError) -> [UInt8] {
        var point = [UInt8](repeating: 0, count: curve.keyCount)
        var count = point.count
        try CryptographyError.check(EVP_PKEY_get_raw_public_key(handle.pointer, &point, &count))
        return point
    }
}

extension PrivateKey: CustomStringConvertible, CustomReflectable {
    /// Says only that there is something to hide.
    public var description: String { "<redacted>" }
    /// Shows no child.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
