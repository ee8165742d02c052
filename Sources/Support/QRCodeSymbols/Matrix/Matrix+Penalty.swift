/// How much of what confuses a camera a symbol has.
///
/// - SeeAlso: ISO/IEC 18004:2015, 7.8.3
extension Matrix {
    /// The sum of the four kinds of penalty; the mask with the lowest is the best.
    var penalty: Int {
        let rows = (0..<side).map { row in Array(modules[(row * side)..<((row + 1) * side)]) }
        let columns = (0..<side).map { column in rows.map { $0[column] } }
        let lines = (rows + columns).reduce(0) { $0 + Self.runPenalty($1) + Self.finderPenalty($1) }
        return lines + blockPenalty(rows) + balancePenalty
    }

    /// Five modules of one colour in a row are three points, and each more is one.
    private static func runPenalty(_ line: [Bool]) -> Int {
        var (points, length, colour) = (0, 0, false)
        for module in line {
            length = module == colour ? length + 1 : 1
            colour = module
            points += length == 5 ? 3 : length > 5 ? 1 : 0
        }
        return points
    }

    /// What looks like a finder, with four light modules before or after it, is forty points.
    private static func finderPenalty(_ line: [Bool]) -> Int {
        var (points, window) = (0, 0)
        for (index, module) in line.enumerated() {
            window = (window << 1 | (module ? 1 : 0)) & 0b111_1111_1111
            if index >= 10, window == 0b101_1101_0000 || window == 0b000_0101_1101 { points += 40 }
        }
        return points
    }

    /// Each square of four modules of one colour is three points.
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

    /// Every five per cent away from one half are ten points.
    private var balancePenalty: Int {
        let dark = modules.count { $0 }
        return abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}
