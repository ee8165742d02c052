import CAuth0OpenSSL
import Synchronization

/// The prepared contexts that verify signatures with one key: one for each concurrent thread.
///
/// Creating a context costs more memory than verifying a signature, and copying one almost as much; so used contexts
/// are kept. Only one thread at a time uses a context, which keeps no state from one signature to the next.
final class VerificationContexts: Sendable {
    struct Context: @unchecked Sendable {  // only one thread at a time uses the pointers
        fileprivate let operation: OpaquePointer
        fileprivate let digest: OpaquePointer

        /// Returns whether `signature`, in the library's format, is valid for `message`.
        func isValid(
            _ signature: UnsafeBufferPointer<UInt8>, for message: UnsafeBufferPointer<UInt8>, hash: HashAlgorithm
        ) -> Bool {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: hash.digestCount) { hashed in
                guard EVP_DigestInit_ex(digest, nil, nil) == 1,
                    EVP_DigestUpdate(digest, message.baseAddress, message.count) == 1,
                    EVP_DigestFinal_ex(digest, hashed.baseAddress, nil) == 1
                else { return false }
                return EVP_PKEY_verify(
                    operation, signature.baseAddress, signature.count, hashed.baseAddress, hashed.count) == 1
            }
        }

        fileprivate func free() {
            EVP_PKEY_CTX_free(operation)
            EVP_MD_CTX_free(digest)
        }
    }

    private static let maximumIdle = 64

    private let key: OpenSSLHandle
    private let hash: HashAlgorithm
    private let isPSS: Bool
    private let idle: Mutex<[Context]>

    /// Creates the first context. Throws `operationFailed` if the library does not support the scheme for the key.
    init(_ key: OpenSSLHandle, hash: HashAlgorithm, isPSS: Bool) throws(CryptographyError) {
        (self.key, self.hash, self.isPSS) = (key, hash, isPSS)
        idle = Mutex([])
        let first = try make()
        idle.withLock { $0.append(first) }
    }

    deinit { for context in idle.withLock({ $0 }) { context.free() } }

    /// Returns whether `signature`, in the library's format, is valid for `message`.
    func isValid(_ signature: UnsafeBufferPointer<UInt8>, for message: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let context = idle.withLock({ $0.popLast() }) ?? (try? make()) else { return false }
        let isValid = context.isValid(signature, for: message, hash: hash)
        let isKept = idle.withLock { idle in
            guard idle.count < Self.maximumIdle else { return false }
            idle.append(context)
            return true
        }
        if !isKept { context.free() }
        return isValid
    }

    private func make() throws(CryptographyError) -> Context {
        guard let operation = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil), let digest = EVP_MD_CTX_new() else {
            throw CryptographyError(.operationFailed)
        }
        let context = Context(operation: operation, digest: digest)
        var results = [
            EVP_PKEY_verify_init(operation), EVP_PKEY_CTX_set_signature_md(operation, hash.fetched),
            EVP_DigestInit_ex(digest, hash.fetched, nil),
        ]
        if isPSS {
            results.append(EVP_PKEY_CTX_set_rsa_padding(operation, RSA_PKCS1_PSS_PADDING))
            results.append(EVP_PKEY_CTX_set_rsa_pss_saltlen(operation, RSA_PSS_SALTLEN_DIGEST))
        }
        guard results.allSatisfy({ $0 == 1 }) else {
            context.free()
            ERR_clear_error()
            throw CryptographyError(.operationFailed)
        }
        return context
    }
}
