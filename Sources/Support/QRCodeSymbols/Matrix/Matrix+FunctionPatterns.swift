/// The function patterns, by which a camera locates and measures a symbol (ISO/IEC 18004:2015, 6.3).
extension Matrix {
    mutating func drawFunctionPatterns() {
        for index in 0..<side {
            setFunction(6, index, index % 2 == 0)
            setFunction(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, side - 4), (side - 4, 3)] { drawFinder(row, column) }
        let centres = version.alignmentCentres
        for row in centres {
            for column in centres where !isNearFinder(row, column) { drawAlignment(row, column) }
        }
        // Reserves the modules of the format information until it is known.
        drawFormat(0)
        if version.hasVersionInformation { drawVersion(FormatInformation.bits(version)) }
    }

    private func isNearFinder(_ row: Int, _ column: Int) -> Bool {
        let (first, last) = (6, side - 7)
        return (row, column) == (first, first) || (row, column) == (first, last) || (row, column) == (last, first)
    }

    /// Draws rings of 7, 5 and 3 modules, with a light ring around them where it fits.
    private mutating func drawFinder(_ row: Int, _ column: Int) {
        for down in -4...4 {
            for right in -4...4 where isInside(row + down) && isInside(column + right) {
                let distance = max(abs(down), abs(right))
                setFunction(row + down, column + right, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment(_ row: Int, _ column: Int) {
        for down in -2...2 {
            for right in -2...2 { setFunction(row + down, column + right, max(abs(down), abs(right)) != 1) }
        }
    }

    /// Draws the 15 bits around the first finder and next to the other two, and the dark module.
    mutating func drawFormat(_ bits: Int) {
        func isDark(_ place: Int) -> Bool { bits >> place & 1 == 1 }
        for place in 0..<15 {
            // Counted from the end of the timing pattern: rows 0 to 8 without 6, then columns 7 to 0 without 6.
            if place < 8 {
                setFunction(place < 6 ? place : place + 1, 8, isDark(place))
                setFunction(8, side - 1 - place, isDark(place))
            } else {
                setFunction(8, place == 8 ? 7 : 14 - place, isDark(place))
                setFunction(side - 15 + place, 8, isDark(place))
            }
        }
        setFunction(side - 8, 8, true)
    }

    /// Draws the 18 bits of the version, left of the upper right finder and above the lower left one.
    private mutating func drawVersion(_ bits: Int) {
        for place in 0..<18 {
            let (long, short) = (place / 3, side - 11 + place % 3)
            setFunction(long, short, bits >> place & 1 == 1)
            setFunction(short, long, bits >> place & 1 == 1)
        }
    }

    private func isInside(_ index: Int) -> Bool { index >= 0 && index < side }
}

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
