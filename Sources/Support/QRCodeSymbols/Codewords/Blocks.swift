/// How the codewords of a symbol are divided into blocks, each with an error correction of its own.
///
/// - SeeAlso: ISO/IEC 18004:2015, 7.5 and 7.6
struct Blocks: Sendable {
    /// How many blocks there are.
    let count: Int
    /// How many data codewords all of them have.
    let dataCount: Int
    /// How many error correction codewords each has.
    let correctionCount: Int

    /// Data and error correction codewords in the order in which they are placed: the first of each block, the second of
    /// each block, and so on. A block that is shorter than others is one of the first, and sits out the last round.
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
        (0..<(blocks.map(\.count).max() ?? 0)).flatMap { offset in
            blocks.compactMap { $0.count > offset ? $0[$0.startIndex + offset] : nil }
        }
    }
}
