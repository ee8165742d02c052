extension Collection where Element == UInt8 {
    /// Calls a closure with the bytes; copies them only if they are not contiguous.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
    }
}
