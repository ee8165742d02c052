import LinuxCLibrary

/// Memory pages that are excluded from core dumps and from swapping.
///
/// They are not wiped in a forked child (`MADV_WIPEONFORK`): it would seal with a key of zeros.
enum SecretPages {
    /// Maps pages.
    ///
    /// - Parameter count: The number of bytes.
    /// - Returns: The first bytes of the pages, zero; `nil` when the system has no memory.
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
    ///
    /// - Parameter bytes: The result of ``map(_:)``.
    static func unmap(_ bytes: UnsafeMutableRawBufferPointer) { munmap(bytes.baseAddress, length(bytes.count)) }

    private static func length(_ count: Int) -> Int {
        let page = sysconf(Int32(_SC_PAGESIZE))
        return max(1, (count + page - 1) / page) * page
    }
}
