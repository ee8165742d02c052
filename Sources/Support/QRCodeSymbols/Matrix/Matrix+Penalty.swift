/// The penalty score of a symbol, for patterns that confuse a camera (ISO/IEC 18004:2015, 7.8.3).
extension Matrix {
    /// The sum of the four kinds of penalty; the mask with the lowest sum is the best.
    var penalty: Int {
        (0..<side).reduce(blockPenalty + balancePenalty) { points, line in
            points + linePenalty(from: line * side, by: 1) + linePenalty(from: line, by: side)
        }
    }

    /// Returns the points of a row or a column: for five consecutive modules of one colour 3, for each further one 1. A
    /// sequence that resembles a finder, with four light modules before or after it, has 40.
    private func linePenalty(from start: Int, by step: Int) -> Int {
        var (points, length, colour, window, count, index) = (0, 0, false, 0, 0, start)
        while count < side {
            let module = modules[index]
            length = module == colour ? length + 1 : 1
            colour = module
            points += length == 5 ? 3 : length > 5 ? 1 : 0
            window = (window << 1 | (module ? 1 : 0)) & 0b111_1111_1111
            count += 1
            index += step
            if count > 10, window == 0b101_1101_0000 || window == 0b000_0101_1101 { points += 40 }
        }
        return points
    }

    /// 3 points for each square of four modules of one colour.
    private var blockPenalty: Int {
        var (points, index) = (0, side + 1)
        while index < modules.count {
            let colour = modules[index]
            let isSquare =
                colour == modules[index - 1] && colour == modules[index - side] && colour == modules[index - side - 1]
            if isSquare && index % side != 0 { points += 3 }
            index += 1
        }
        return points
    }

    /// The penalty for imbalance: 10 points for every 5 per cent of dark modules away from one half.
    private var balancePenalty: Int {
        let dark = modules.count { $0 }
        return abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}
