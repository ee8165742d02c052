import CAuth0OpenSSL

/// Owns one object of the library and frees it.
///
/// The objects are immutable once made, or used as templates that are only ever copied.
final class OpenSSLHandle: @unchecked Sendable {  // the pointer is to an object that nobody changes
    let pointer: OpaquePointer
    private let free: @convention(c) (OpaquePointer?) -> Void

    init(_ pointer: OpaquePointer, free: @escaping @convention(c) (OpaquePointer?) -> Void) {
        self.pointer = pointer
        self.free = free
    }

    /// Takes ownership of what a library function returns, `nil` being failure.
    convenience init(
        owning pointer: OpaquePointer?, free: @escaping @convention(c) (OpaquePointer?) -> Void,
        orThrow code: CryptographyError.Code = .operationFailed
    ) throws(CryptographyError) {
        guard let pointer else {
            ERR_clear_error()
            throw CryptographyError(code)
        }
        self.init(pointer, free: free)
    }

    deinit { free(pointer) }
}

extension CryptographyError {
    /// Throws unless the library said 1, and leaves its error queue empty.
    static func check(_ result: Int32, _ code: Code = .operationFailed) throws(CryptographyError) {
        guard result == 1 else {
            ERR_clear_error()
            throw CryptographyError(code)
        }
    }
}
