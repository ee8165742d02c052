/// The format and version of a symbol, with error-correcting codes (ISO/IEC 18004:2015, 7.9, 7.10, Annexes C and D).
enum FormatInformation {
    /// Returns level and mask: 5 data bits and the remainder of a BCH code, masked so that they are never all zero.
    static func bits(_ level: QRSymbol.ErrorCorrection, mask: Int) -> Int {
        let indicator = [0b01, 0b00, 0b11, 0b10][level.rawValue]
        return encode(indicator << 3 | mask, generator: 0b101_0011_0111, degree: 10) ^ 0b101_0100_0001_0010
    }

    /// Returns the version in 18 bits: 6 data bits and the remainder of a Golay code.
    static func bits(_ version: Version) -> Int { encode(version.number, generator: 0b1_1111_0010_0101, degree: 12) }

    private static func encode(_ value: Int, generator: Int, degree: Int) -> Int {
        var remainder = value << degree
        while remainder >> degree > 0 {
            let excess = Int.bitWidth - 1 - remainder.leadingZeroBitCount - degree
            remainder ^= generator << excess
        }
        return value << degree | remainder
    }
}
