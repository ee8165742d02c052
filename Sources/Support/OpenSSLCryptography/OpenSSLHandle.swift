import CAuth0OpenSSL

/// An owner of one object of the library, immutable or a template that is only copied, which frees it.
final class OpenSSLHandle: @unchecked Sendable {  // the object behind the pointer is never modified
    let pointer: OpaquePointer
    private let free: @convention(c) (OpaquePointer?) -> Void

    /// Takes ownership of a library function's result; `nil` means failure. The library is initialised before the call.
    init(
        owning make: @autoclosure () -> OpaquePointer?, free: @escaping @convention(c) (OpaquePointer?) -> Void,
        orThrow code: CryptographyError.Code = .operationFailed
    ) throws(CryptographyError) {
        OpenSSLLibrary.start()
        guard let pointer = make() else {
            ERR_clear_error()
            throw CryptographyError(code)
        }
        (self.pointer, self.free) = (pointer, free)
    }

    deinit { free(pointer) }
}

package enum OpenSSLLibrary {
    /// Initialises OpenSSL once per process, so that `OPENSSL_CONF` has no effect; called before the first use of the
    /// library, by ``OpenSSLHandle`` for all objects. A target with another library that uses OpenSSL calls it, too.
    package static func start() { _ = isStarted }

    private static let isStarted: Bool = {
        auth0_openssl_start()
        return true
    }()
}

extension UnsafeRawBufferPointer {
    /// The address in the type that the library expects.
    var octets: UnsafePointer<UInt8>? { assumingMemoryBound(to: UInt8.self).baseAddress }
}

extension UnsafeMutableRawBufferPointer {
    /// The address in the type that the library expects.
    var octets: UnsafeMutablePointer<UInt8>? { assumingMemoryBound(to: UInt8.self).baseAddress }
}

extension Collection where Element == UInt8 {
    /// Calls a closure with the bytes; copies them only if they are not contiguous.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}

/// A failure of a cryptographic operation; modules report it as the cause of an error of their own.
package struct CryptographyError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The key's numbers are out of bounds, off the curve, or inconsistent.
        case keyRefused
        /// The signature scheme does not match the type of the key.
        case schemeMismatch
        case parameterRefused
        /// The sealed text is damaged, or was sealed with another key, nonce or context.
        case notAuthentic
        /// The library failed for a reason other than the input, such as a lack of memory or of randomness.
        case operationFailed
    }

    package let code: Code

    package init(_ code: Code) { self.code = code }

    /// The code; never a key, a message or a secret.
    package var description: String { "CryptographyError.\(code)" }

    /// Throws unless the library returned 1; empties its error queue.
    static func check(_ result: Int32, _ code: Code = .operationFailed) throws(CryptographyError) {
        guard result == 1 else {
            ERR_clear_error()
            throw CryptographyError(code)
        }
    }
}
