/// The version of a symbol, which determines its size and capacity.
struct Version: Sendable, Hashable {
    let number: Int

    /// The number of modules in a row and in a column.
    var side: Int { 17 + 4 * number }

    /// The centres of the alignment patterns, in rows and in columns: Annex E.
    var alignmentCentres: [Int] {
        guard number > 1 else { return [] }
        let (second, last, count) = (Self.secondCentres[number - 2], side - 7, number / 7 + 2)
        guard count > 2 else { return [6, last] }
        let step = (last - second) / (count - 2)
        return [6] + (0..<(count - 1)).map { second + $0 * step }
    }

    /// The number of codewords: the modules outside the function patterns, in whole bytes.
    var codewordCount: Int {
        let centres = alignmentCentres.count
        let finders = 3 * 64
        let timing = 2 * (side - 16)
        let formats = 31
        let alignment = centres == 0 ? 0 : 25 * (centres * centres - 3) - 10 * (centres - 2)
        let versions = hasVersionInformation ? 36 : 0
        return (side * side - finders - timing - formats - alignment - versions) / 8
    }

    var hasVersionInformation: Bool { number >= 7 }

    func dataCount(_ level: QRSymbol.ErrorCorrection) -> Int {
        let index = number - 1
        return codewordCount - Self.correctionCounts[level.rawValue][index] * Self.blockCounts[level.rawValue][index]
    }

    func blocks(_ level: QRSymbol.ErrorCorrection) -> Blocks {
        Blocks(
            count: Self.blockCounts[level.rawValue][number - 1], dataCount: dataCount(level),
            correctionCount: Self.correctionCounts[level.rawValue][number - 1])
    }

    /// The second column of Annex E, from version 2 on.
    private static let secondCentres = [
        18, 22, 26, 30, 34, 22, 24, 26, 28, 30, 32, 34, 26, 26, 26, 30, 30, 30, 34, 28, 26, 30, 28, 32, 30, 34, 26, 30,
        26, 30, 34, 30, 34, 30, 24, 28, 32, 26, 30,
    ]

    /// The number of error correction codewords in a block, by level and version: Table 9.
    private static let correctionCounts: [[Int]] = [
        [
            7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
            28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
            26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        ],
        [
            13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
            28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
        [
            17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
            30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
        ],
    ]

    /// The number of blocks, by level and version: Table 9.
    private static let blockCounts: [[Int]] = [
        [
            1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
            8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
        ],
        [
            1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
            17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
        ],
        [
            1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
            23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
        ],
        [
            1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
            25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
        ],
    ]
}
