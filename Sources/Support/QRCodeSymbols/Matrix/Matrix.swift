struct Matrix: Sendable {
    let version: Version
    let side: Int
    /// Whether each module is dark, row by row.
    private(set) var modules: [Bool]
    /// Whether each module belongs to a function pattern, which carries no data and is never masked.
    private var isFunction: [Bool]

    /// Creates a matrix with the function patterns and the codewords around them.
    init(_ version: Version, carrying codewords: [UInt8]) {
        (self.version, side) = (version, version.side)
        modules = Array(repeating: false, count: side * side)
        isFunction = modules
        drawFunctionPatterns()
        place(codewords)
    }

    subscript(row: Int, column: Int) -> Bool { modules[row * side + column] }

    mutating func setFunction(_ row: Int, _ column: Int, _ isDark: Bool) {
        modules[row * side + column] = isDark
        isFunction[row * side + column] = true
    }

    /// Fills two columns at a time from right to left, alternately upwards and downwards; skips the timing column.
    private mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        var isUpward = true
        for right in stride(from: side - 1, to: 0, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            for step in 0..<side {
                let row = isUpward ? side - 1 - step : step
                for index in [row * side + right, row * side + right - 1] where !isFunction[index] {
                    guard bit < codewords.count * 8 else { return }
                    modules[index] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            isUpward.toggle()
        }
    }

    /// Returns the symbol with a mask over its data and the matching format information: 7.8.2.
    func masked(with mask: Int, _ level: QRSymbol.ErrorCorrection) -> Matrix {
        var copy = self
        for row in 0..<side {
            for column in 0..<side where !isFunction[row * side + column] && Self.inverts(mask, row, column) {
                copy.modules[row * side + column].toggle()
            }
        }
        copy.drawFormat(FormatInformation.bits(level, mask: mask))
        return copy
    }

    /// Returns whether a mask inverts a module: table 10 of the standard.
    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}
