import CAuth0OpenSSL

/// A collection of a key's named numbers, from which the library creates the key.
struct KeyParameters {
    private let builder: OpenSSLHandle
    // The builder keeps pointers to its input, names included, until it creates the parameters.
    private let kept: Kept

    private final class Kept {
        var numbers: [OpenSSLHandle] = []
        var buffers: [SecretBytes] = []
    }

    private init() throws(CryptographyError) {
        builder = try OpenSSLHandle(owning: OSSL_PARAM_BLD_new(), free: OSSL_PARAM_BLD_free)
        kept = Kept()
    }

    /// The public numbers of an RSA key.
    init(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
        try self.init()
        try add(OSSL_PKEY_PARAM_RSA_N, number: SecretBytes(modulus))
        try add(OSSL_PKEY_PARAM_RSA_E, number: SecretBytes(exponent))
    }

    /// The curve and the public point of an ECDSA key.
    init(_ curve: EllipticCurve, x: [UInt8], y: [UInt8]) throws(CryptographyError) {
        try self.init()
        try add(OSSL_PKEY_PARAM_GROUP_NAME, text: curve.rawValue)
        try add(OSSL_PKEY_PARAM_PUB_KEY, bytes: [0x04] + x + y)
    }

    func add(_ name: String, number bytes: SecretBytes) throws(CryptographyError) {
        // The builder copies a secure number to memory that is wiped when the parameters are freed.
        let number = try OpenSSLHandle(owning: BN_secure_new(), free: BN_clear_free)
        let isRead = bytes.withUnsafeBytes { BN_bin2bn($0.octets, Int32(clamping: $0.count), number.pointer) != nil }
        guard isRead else { throw CryptographyError(.operationFailed) }
        kept.numbers.append(number)
        let result = kept(name) { name, _ in OSSL_PARAM_BLD_push_BN(builder.pointer, name, number.pointer) }
        try CryptographyError.check(result)
    }

    private func add(_ name: String, bytes: [UInt8]) throws(CryptographyError) {
        let buffer = SecretBytes(bytes)
        kept.buffers.append(buffer)
        let result = buffer.withUnsafeBytes { bytes in
            kept(name) { name, _ in
                OSSL_PARAM_BLD_push_octet_string(builder.pointer, name, bytes.baseAddress, bytes.count)
            }
        }
        try CryptographyError.check(result)
    }

    private func add(_ name: String, text: String) throws(CryptographyError) {
        let result = kept(name) { name, _ in
            kept(text) { text, count in OSSL_PARAM_BLD_push_utf8_string(builder.pointer, name, text, count) }
        }
        try CryptographyError.check(result)
    }

    /// Calls a closure with a text whose address remains valid for the lifetime of this collection.
    private func kept(_ text: String, _ body: (UnsafePointer<CChar>?, Int) -> Int32) -> Int32 {
        let buffer = SecretBytes(Array(text.utf8) + [0])
        kept.buffers.append(buffer)
        return buffer.withUnsafeBytes { bytes in
            body(bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count - 1)
        }
    }

    /// Creates the key; the library verifies that points are on their curve.
    func key(_ type: String, _ selection: Int32) throws(CryptographyError) -> OpenSSLHandle {
        guard let parameters = OSSL_PARAM_BLD_to_param(builder.pointer) else {
            throw CryptographyError(.operationFailed)
        }
        defer { OSSL_PARAM_free(parameters) }
        let context = try OpenSSLHandle(owning: EVP_PKEY_CTX_new_from_name(nil, type, nil), free: EVP_PKEY_CTX_free)
        try CryptographyError.check(EVP_PKEY_fromdata_init(context.pointer))
        var key: OpaquePointer?
        try CryptographyError.check(EVP_PKEY_fromdata(context.pointer, &key, selection, parameters), .keyRefused)
        return try OpenSSLHandle(owning: key, free: EVP_PKEY_free, orThrow: .keyRefused)
    }
}
