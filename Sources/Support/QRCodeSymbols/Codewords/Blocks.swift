/// The division of a symbol's codewords into blocks, each with its own error correction.
///
/// - SeeAlso: ISO/IEC 18004:2015, 7.5 and 7.6
struct Blocks: Sendable {
    /// The number of blocks.
    let count: Int
    /// The total number of data codewords.
    let dataCount: Int
    /// The number of error correction codewords of each block.
    let correctionCount: Int

    /// Returns data and error correction codewords in their order of placement: the first of each block, the second of
    /// each block, and so on. The shorter blocks come first and have no codeword in the last round.
    func interleaved(_ data: [UInt8]) -> [UInt8] {
        let shortCount = dataCount / count
        let firstLong = count - dataCount % count
        var rest = data[...]
        var blocks: [ArraySlice<UInt8>] = []
        for index in 0..<count {
            let length = index < firstLong ? shortCount : shortCount + 1
            blocks.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        let code = ReedSolomon(degree: correctionCount)
        return Self.columns(of: blocks) + Self.columns(of: blocks.map { code.remainder(of: $0)[...] })
    }

    private static func columns(of blocks: [ArraySlice<UInt8>]) -> [UInt8] {
        var columns: [UInt8] = []
        let longest = blocks.map(\.count).max() ?? 0
        for offset in 0..<longest {
            for block in blocks where offset < block.count { columns.append(block[block.startIndex + offset]) }
        }
        return columns
    }
}
