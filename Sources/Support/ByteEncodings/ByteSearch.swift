extension UnsafeBufferPointer<UInt8> {
    /// Returns the index of the first byte with a value from an index on, which is found sixteen bytes at a time.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = UnsafeRawPointer(baseAddress) else { return nil }
        var index = start
        // Vectors of the same type on both sides: other comparisons are loops over the bytes in Swift 6.3.
        let pattern = SIMD16<Int8>(repeating: Int8(bitPattern: byte))
        while index + 16 <= count {
            let vector = base.loadUnaligned(fromByteOffset: index, as: SIMD16<Int8>.self)
            let found = unsafeBitCast(vector .== pattern, to: SIMD2<UInt64>.self)
            guard found[0] | found[1] == 0 else { break }
            index += 16
        }
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }
}
