/// The penalty score of a symbol, for patterns that confuse a camera.
///
/// - SeeAlso: ISO/IEC 18004:2015, 7.8.3
extension Matrix {
    /// The sum of the four kinds of penalty; the mask with the lowest sum is the best.
    var penalty: Int {
        let rows = (0..<side).map { row in Array(modules[(row * side)..<((row + 1) * side)]) }
        let columns = (0..<side).map { column in rows.map { $0[column] } }
        let lines = (rows + columns).reduce(0) { $0 + Self.runPenalty($1) + Self.finderPenalty($1) }
        return lines + blockPenalty(rows) + balancePenalty
    }

    /// Returns 3 points for five consecutive modules of one colour, and 1 for each further module.
    private static func runPenalty(_ line: [Bool]) -> Int {
        var (points, length, colour) = (0, 0, false)
        for module in line {
            length = module == colour ? length + 1 : 1
            colour = module
            points += length == 5 ? 3 : length > 5 ? 1 : 0
        }
        return points
    }

    /// Returns 40 points for each sequence that resembles a finder, with four light modules before or after it.
    private static func finderPenalty(_ line: [Bool]) -> Int {
        var (points, window) = (0, 0)
        for (index, module) in line.enumerated() {
            window = (window << 1 | (module ? 1 : 0)) & 0b111_1111_1111
            if index >= 10, window == 0b101_1101_0000 || window == 0b000_0101_1101 { points += 40 }
        }
        return points
    }

    /// Returns 3 points for each square of four modules of one colour.
    private func blockPenalty(_ rows: [[Bool]]) -> Int {
        var points = 0
        for (upper, lower) in zip(rows, rows.dropFirst()) {
            for column in 1..<side {
                let colour = upper[column]
                if colour == upper[column - 1], colour == lower[column], colour == lower[column - 1] { points += 3 }
            }
        }
        return points
    }

    /// The penalty for imbalance: 10 points for every 5 per cent of dark modules away from one half.
    private var balancePenalty: Int {
        let dark = modules.count { $0 }
        return abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}
