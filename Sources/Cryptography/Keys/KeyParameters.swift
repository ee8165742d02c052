import COpenSSL

/// Collects the named numbers of a key and asks the library for the key.
struct KeyParameters {
    private let builder: OpenSSLHandle
    // The builder keeps pointers to what was pushed until it is turned into parameters.
    private var kept: Kept

    private final class Kept {
        var numbers: [OpenSSLHandle] = []
        var buffers: [SecretBytes] = []
    }

    init() throws(CryptographyError) {
        builder = try OpenSSLHandle(owning: OSSL_PARAM_BLD_new(), free: OSSL_PARAM_BLD_free)
        kept = Kept()
    }

    func add(_ name: String, number bytes: [UInt8]) throws(CryptographyError) {
        let number = try OpenSSLHandle(
            owning: BN_bin2bn(bytes, Int32(clamping: bytes.count), nil), free: BN_clear_free)
        kept.numbers.append(number)
        try CryptographyError.check(OSSL_PARAM_BLD_push_BN(builder.pointer, name, number.pointer))
    }

    func add(_ name: String, bytes: [UInt8]) throws(CryptographyError) {
        let buffer = SecretBytes(bytes)
        kept.buffers.append(buffer)
        let result = buffer.withUnsafeBytes { bytes in
            OSSL_PARAM_BLD_push_octet_string(builder.pointer, name, bytes.baseAddress, bytes.count)
        }
        try CryptographyError.check(result)
    }

    func add(_ name: String, text: String) throws(CryptographyError) {
        let buffer = SecretBytes(Array(text.utf8) + [0])
        kept.buffers.append(buffer)
        let result = buffer.withUnsafeBytes { bytes in
            OSSL_PARAM_BLD_push_utf8_string(
                builder.pointer, name, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count - 1)
        }
        try CryptographyError.check(result)
    }

    /// Makes the key, which checks that points are on their curve.
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
