import CAuth0OpenSSL

/// An owner of one object of the library, which frees it.
///
/// The objects are immutable after their creation, or templates that are only copied.
final class OpenSSLHandle: @unchecked Sendable {  // the object behind the pointer is never modified
    let pointer: OpaquePointer
    private let free: @convention(c) (OpaquePointer?) -> Void

    init(_ pointer: OpaquePointer, free: @escaping @convention(c) (OpaquePointer?) -> Void) {
        self.pointer = pointer
        self.free = free
    }

    /// Takes ownership of a library function's result; `nil` means failure. The library is initialised before the call.
    convenience init(
        owning make: @autoclosure () -> OpaquePointer?, free: @escaping @convention(c) (OpaquePointer?) -> Void,
        orThrow code: CryptographyError.Code = .operationFailed
    ) throws(CryptographyError) {
        OpenSSLLibrary.start()
        guard let pointer = make() else {
            ERR_clear_error()
            throw CryptographyError(code)
        }
        self.init(pointer, free: free)
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
