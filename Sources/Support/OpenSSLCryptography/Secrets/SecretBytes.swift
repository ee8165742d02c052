import CAuth0OpenSSL
import LinuxCLibrary

/// Secret bytes that are wiped when the last reference is released.
///
/// Copies, such as a `String`, are not wiped.
public final class SecretBytes: @unchecked Sendable {  // the buffer is written in init and wiped in deinit only
    private let buffer: UnsafeMutableRawBufferPointer
    private let hasOwnPages: Bool

    /// Creates a secret from a copy of `bytes`; the original is not wiped.
    ///
    /// - Parameter bytes: The secret.
    public init(_ bytes: some Collection<UInt8>) {
        buffer = .allocate(byteCount: bytes.count, alignment: 1)
        hasOwnPages = false
        let isCopied: Void? = bytes.withContiguousStorageIfAvailable {
            auth0_copy_secret(buffer.baseAddress, $0.baseAddress, $0.count)
        }
        if isCopied == nil { buffer.copyBytes(from: bytes) }
    }

    /// Creates a copy, in pages of its own, of a secret that lives as long as the process; release the original.
    ///
    /// The pages, and those of a forked child, are excluded from core dumps and from swapping, as far as the kernel and
    /// `RLIMIT_MEMLOCK` allow. They take 4 KiB or more and some system calls.
    package init(withOwnPages secret: SecretBytes) {
        let pages = SecretPages.map(secret.count)
        hasOwnPages = pages != nil
        buffer = pages ?? .allocate(byteCount: secret.count, alignment: 1)
        secret.withUnsafeBytes { auth0_copy_secret(buffer.baseAddress, $0.baseAddress, $0.count) }
    }

    /// Creates a secret that `body` writes in place, so that no other copy exists; unwritten bytes are zero.
    ///
    /// - Throws: The error of `body`; the written bytes are wiped.
    package init<Failure: Error>(
        count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        buffer = .allocate(byteCount: count, alignment: 1)
        hasOwnPages = false
        buffer.initializeMemory(as: UInt8.self, repeating: 0)
        try body(buffer)
    }

    package convenience init(random count: Int) throws(CryptographyError) {
        try self.init(count: count) { bytes throws(CryptographyError) in try SecureRandom.fill(bytes) }
    }

    deinit {
        OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        if hasOwnPages { SecretPages.unmap(buffer) } else { buffer.deallocate() }
    }

    /// The number of bytes.
    public var count: Int { buffer.count }

    /// Calls a closure with the bytes.
    ///
    /// - Parameter body: The closure; the buffer is valid only during the call.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(buffer))
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    /// A constant text that does not reveal the secret.
    public var description: String { "<redacted>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Memory pages outside core dumps and swap; not wiped in a forked child, which would seal with a key of zeros.
enum SecretPages {
    /// Maps pages for a number of bytes, which are zero; `nil` when the system has no memory.
    static func map(_ count: Int) -> UnsafeMutableRawBufferPointer? {
        let length = length(count)
        let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start, start != UnsafeMutableRawPointer(bitPattern: -1) else { return nil }
        // Kernels and sandboxes that support neither call still keep the secret, in ordinary memory.
        madvise(start, length, MADV_DONTDUMP)
        mlock(start, length)
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    /// Unmaps pages, whose secret the caller has wiped.
    static func unmap(_ bytes: UnsafeMutableRawBufferPointer) { munmap(bytes.baseAddress, length(bytes.count)) }

    private static func length(_ count: Int) -> Int {
        let page = sysconf(Int32(_SC_PAGESIZE))
        return max(1, (count + page - 1) / page) * page
    }
}
