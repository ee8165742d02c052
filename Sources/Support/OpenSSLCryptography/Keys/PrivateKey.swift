import CAuth0OpenSSL

/// A private key, which creates signatures.
package struct PrivateKey: Sendable {
    package enum Kind: Sendable, Hashable {
        /// RSA with a modulus of 2048 to 8192 bits.
        case rsa(bits: Int)
        case ellipticCurve(EllipticCurve)
        case edwards(EdwardsCurve)
    }

    package let publicKey: PublicKey
    let handle: OpenSSLHandle

    /// Generates a key. Throws `parameterRefused` for an RSA size out of bounds.
    package init(generating kind: Kind) throws(CryptographyError) {
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

    /// Creates a key from the library's object and reads its public numbers.
    init(handle: OpenSSLHandle, _ kind: Kind) throws(CryptographyError) {
        self.handle = handle
        publicKey = try PublicKey(Self.components(of: handle, kind))
    }

    /// Reads the public numbers of the library's object, which may be a private or a public key.
    static func components(of handle: OpenSSLHandle, _ kind: Kind) throws(CryptographyError) -> PublicKeyComponents {
        switch kind {
        case .rsa:
            .rsa(
                modulus: try bytes(OSSL_PKEY_PARAM_RSA_N, of: handle),
                exponent: try bytes(OSSL_PKEY_PARAM_RSA_E, of: handle))
        case .ellipticCurve(let curve):
            .ellipticCurve(
                curve, x: try bytes(OSSL_PKEY_PARAM_EC_PUB_X, of: handle, width: curve.coordinateCount),
                y: try bytes(OSSL_PKEY_PARAM_EC_PUB_Y, of: handle, width: curve.coordinateCount))
        case .edwards(let curve): .edwards(curve, point: try point(of: handle, curve))
        }
    }

    /// Returns the private scalar of an ECDSA key, at full width, or the seed of an EdDSA key, for initializers with
    /// components. Throws `schemeMismatch` for an RSA key, which has several secret numbers.
    package func secret() throws(CryptographyError) -> SecretBytes {
        switch publicKey.components {
        case .rsa: throw CryptographyError(.schemeMismatch)
        case .ellipticCurve(let curve, _, _):
            let number = try Self.number(OSSL_PKEY_PARAM_PRIV_KEY, of: handle)
            return try SecretBytes(count: curve.coordinateCount) { bytes throws(CryptographyError) in
                guard BN_bn2binpad(number.pointer, bytes.octets, Int32(clamping: bytes.count)) >= 0 else {
                    throw CryptographyError(.operationFailed)
                }
            }
        case .edwards(let curve, _):
            return try SecretBytes(count: curve.keyCount) { bytes throws(CryptographyError) in
                var count = bytes.count
                try CryptographyError.check(EVP_PKEY_get_raw_private_key(handle.pointer, bytes.octets, &count))
            }
        }
    }

    private static func number(_ name: String, of handle: OpenSSLHandle) throws(CryptographyError) -> OpenSSLHandle {
        var pointer: OpaquePointer?
        try CryptographyError.check(EVP_PKEY_get_bn_param(handle.pointer, name, &pointer))
        return try OpenSSLHandle(owning: pointer, free: BN_clear_free)
    }

    private static func bytes(
        _ name: String, of handle: OpenSSLHandle, width: Int? = nil
    ) throws(CryptographyError) -> [UInt8] {
        let number = try number(name, of: handle)
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
    /// A constant text that does not reveal the key.
    package var description: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
