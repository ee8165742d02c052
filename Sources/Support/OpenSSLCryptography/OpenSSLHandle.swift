import CAuth0OpenSSL

/// An owner of one object of the library, which frees it.
///
/// The objects are immutable after their creation, or templates that are only copied.
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

extension CryptographyError {
    /// Throws unless the library returned 1; empties its error queue.
    static func check(_ result: Int32, _ code: Code = .operationFailed) throws(CryptographyError) {
        guard result == 1 else {
            ERR_clear_error()
            throw CryptographyError(code)
        }
    }
}

/// The global state of OpenSSL.
package enum OpenSSLLibrary {
    /// Initialises OpenSSL once per process, so that `OPENSSL_CONF` has no effect.
    ///
    /// Every function of this module that can be the first to use the library calls this function first;
    /// ``OpenSSLHandle`` calls it for all objects. A target with another library that uses OpenSSL calls it, too.
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
