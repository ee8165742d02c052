import CAuth0OpenSSL

/// A key that creates and verifies HMAC codes (RFC 2104).
package struct MessageAuthenticator: Sendable {
    private let keyed: OpenSSLHandle
    package let codeCount: Int

    /// Creates an authenticator, whose key is prepared once. Throws `keyRefused` if the library refuses the key.
    package init(key: SecretBytes, hash: HashAlgorithm) throws(CryptographyError) {
        let mac = try OpenSSLHandle(owning: EVP_MAC_fetch(nil, "HMAC", nil), free: EVP_MAC_free)
        let context = try OpenSSLHandle(owning: EVP_MAC_CTX_new(mac.pointer), free: EVP_MAC_CTX_free)
        let result = key.withUnsafeBytes { key in
            shim_hmac_init(context.pointer, key.octets, key.count, hash.rawValue)
        }
        try CryptographyError.check(result, .keyRefused)
        keyed = context
        codeCount = hash.digestCount
    }

    /// Returns the code of `message`, ``codeCount`` bytes long.
    package func code(for message: some Collection<UInt8>) throws(CryptographyError) -> [UInt8] {
        var result = Int32(0)
        let code = [UInt8](unsafeUninitializedCapacity: codeCount) { code, count in
            result = message.withBytes { write(code, for: $0) }
            count = result == 1 ? codeCount : 0
        }
        try CryptographyError.check(result)
        return code
    }

    /// Returns, in constant time, whether `code` belongs to `message`.
    package func isValid(_ code: some Collection<UInt8>, for message: some Collection<UInt8>) -> Bool {
        code.count == codeCount && message.withBytes { message in code.withBytes { matches($0, message) } }
    }

    /// Returns the same; the method for any collections is not specialised for callers in other modules.
    package func isValid(_ code: ArraySlice<UInt8>, for message: Substring.UTF8View) -> Bool {
        guard code.count == codeCount else { return false }
        return code.withUnsafeBufferPointer { code in
            message.withContiguousStorageIfAvailable { matches(code, $0) }
                ?? Array(message).withUnsafeBufferPointer { matches(code, $0) }
        }
    }

    /// Returns, in constant time, whether a code of the right length belongs to a message.
    private func matches(_ code: UnsafeBufferPointer<UInt8>, _ message: UnsafeBufferPointer<UInt8>) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: codeCount) { expected in
            guard write(expected, for: message) == 1 else {
                ERR_clear_error()
                return false
            }
            return CRYPTO_memcmp(code.baseAddress, expected.baseAddress, code.count) == 0
        }
    }

    /// Writes the code of a message with a copy of the prepared context; returns 1 on success, as the library does.
    private func write(
        _ code: UnsafeMutableBufferPointer<UInt8>, for message: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        guard let context = EVP_MAC_CTX_dup(keyed.pointer) else { return 0 }
        defer { EVP_MAC_CTX_free(context) }
        guard EVP_MAC_update(context, message.baseAddress, message.count) == 1 else { return 0 }
        var count = 0
        return EVP_MAC_final(context, code.baseAddress, &count, code.count)
    }
}
