import CAuth0OpenSSL

/// A secret that is wiped when its last owner lets go of it.
///
/// What was copied out of it, into a `String` for instance, is not wiped.
public final class SecretBytes: @unchecked Sendable {  // the buffer is written in init and wiped in deinit only
    private let buffer: UnsafeMutableRawBufferPointer

    /// Copies `bytes`; the caller's copy is the caller's to forget.
    public init(_ bytes: some Collection<UInt8>) {
        buffer = .allocate(byteCount: bytes.count, alignment: 1)
        buffer.copyBytes(from: bytes)
    }

    /// Lets `body` write the bytes in place, so that they are nowhere else.
    ///
    /// - Parameters:
    ///   - count: How many bytes there are.
    ///   - body: Writes them; what it leaves is zero.
    /// - Throws: What `body` throws; what it wrote is wiped.
    package init<Failure: Error>(
        count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        buffer = .allocate(byteCount: count, alignment: 1)
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        try body(buffer)
    }

    deinit {
        OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        buffer.deallocate()
    }

    /// How many bytes there are.
    public var count: Int { buffer.count }

    /// Lends the bytes for the duration of `body`.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(buffer))
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    /// Says only that there is something to hide.
    public var description: String { "<redacted>" }
    /// Shows no child.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
