// Sixteen characters at a time: signatures, claims and keys of some hundred characters are decoded for every request of
// a server. Without table look-ups, so the time does not depend on the bytes, which may be secret.
extension Base64URL {
    /// Decodes groups of sixteen characters to twelve bytes, while they are in the alphabet; the output after them may
    /// be overwritten. Returns the number of decoded characters; the caller must decode or refuse the rest.
    static func decodeGroups(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, _ written: inout Int, from text: UnsafeBufferPointer<UInt8>
    ) -> Int {
        guard let input = UnsafeRawBufferPointer(text).baseAddress,
            let output = UnsafeMutableRawBufferPointer(bytes).baseAddress
        else { return 0 }
        var (index, length) = (0, written)
        defer { written = length }
        // The second half of a group is stored as eight bytes, of which six count.
        while index &+ 16 <= text.count, length &+ 14 <= bytes.count {
            let letters = input.loadUnaligned(fromByteOffset: index, as: SIMD16<Int8>.self)
            guard let values = values(of: letters) else { return index }
            let fours = joined(values)
            output.storeBytes(of: joined(fours[0]), toByteOffset: length, as: UInt64.self)
            output.storeBytes(of: joined(fours[1]), toByteOffset: length &+ 6, as: UInt64.self)
            index &+= 16
            length &+= 12
        }
        return index
    }

    /// Encodes groups of twelve bytes as sixteen characters. Returns the number of encoded bytes.
    static func encodeGroups(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        guard let input = UnsafeRawBufferPointer(bytes).baseAddress,
            let output = UnsafeMutableRawBufferPointer(text).baseAddress
        else { return 0 }
        var (index, length) = (0, 0)
        // The second half of a group is loaded as eight bytes, of which six count.
        while index + 14 <= bytes.count {
            let first = input.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let second = input.loadUnaligned(fromByteOffset: index + 6, as: UInt64.self)
            let values = SIMD2(separated(first), separated(second))
            let letters = letters(of: unsafeBitCast(values, to: SIMD16<Int8>.self))
            output.storeBytes(of: letters, toByteOffset: length, as: SIMD16<Int8>.self)
            index += 12
            length += 16
        }
        return index
    }

    // Vectors are compared with vectors: in Swift 6.3 a comparison with a number is a loop over the bytes.

    /// Returns the values of sixteen characters; `nil` if one is not in the alphabet.
    @inline(__always)
    private static func values(of letters: SIMD16<Int8>) -> SIMD2<UInt64>? {
        // Each comparison adds the difference between the shift of its range and that of the range before.
        let values =
            letters &+ all(17) &+ difference(-13, in: letters .> all(46)) &+ difference(-69, in: letters .> all(64))
            &+ difference(33, in: letters .> all(90)) &+ difference(-39, in: letters .> all(95))
        // Only a character of the alphabet is the character of its value.
        let others = words(self.letters(of: values)) ^ words(letters)
        return others[0] | others[1] == 0 ? words(values) : nil
    }

    @inline(__always)
    private static func letters(of values: SIMD16<Int8>) -> SIMD16<Int8> {
        // Each comparison adds the difference between the shift of its range and that of the range before.
        values &+ all(65) &+ difference(6, in: values .> all(25)) &+ difference(-75, in: values .> all(51))
            &+ difference(-13, in: values .> all(61)) &+ difference(49, in: values .> all(62))
    }

    @inline(__always)
    private static func difference(_ value: Int8, in mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<Int8> {
        unsafeBitCast(mask, to: SIMD16<Int8>.self) & all(value)
    }

    /// Joins each four of sixteen values of six bits to 24 bits, in little-endian order, as on all machines of Swift.
    @inline(__always)
    private static func joined(_ values: SIMD2<UInt64>) -> SIMD2<UInt64> {
        let (six, twelve) = (SIMD2<UInt64>(repeating: 0x003F_003F_003F_003F), SIMD2<UInt64>(repeating: 0xFFF_0000_0FFF))
        let pairs = (values & six) &<< SIMD2(repeating: 6) | (values &>> SIMD2(repeating: 8)) & six
        return (pairs & twelve) &<< SIMD2(repeating: 12) | (pairs &>> SIMD2(repeating: 16)) & twelve
    }

    /// Joins two numbers of 24 bits to six bytes in the order of memory; two bytes of zero follow.
    @inline(__always)
    private static func joined(_ fours: UInt64) -> UInt64 {
        ((fours & 0xFF_FFFF) << 40 | (fours >> 32) << 16).bigEndian
    }

    /// Separates the first six of eight bytes in the order of memory into eight values of six bits.
    @inline(__always)
    private static func separated(_ bytes: UInt64) -> UInt64 {
        let eight = UInt64(bigEndian: bytes) >> 16
        let fours = (eight & 0xFFFF_FF00_0000) << 8 | eight & 0x00FF_FFFF
        let pairs = (fours & 0x00FF_F000_00FF_F000) << 4 | fours & 0x0000_0FFF_0000_0FFF
        return ((pairs & 0x0FC0_0FC0_0FC0_0FC0) << 2 | pairs & 0x003F_003F_003F_003F).bigEndian
    }

    @inline(__always)
    private static func all(_ value: Int8) -> SIMD16<Int8> { SIMD16(repeating: value) }

    @inline(__always)
    private static func words(_ vector: SIMD16<Int8>) -> SIMD2<UInt64> {
        unsafeBitCast(vector, to: SIMD2<UInt64>.self)
    }
}
