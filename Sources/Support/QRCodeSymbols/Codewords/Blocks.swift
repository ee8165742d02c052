/// The blocks of a symbol's codewords, each with its own error correction (ISO/IEC 18004:2015, 7.5 and 7.6).
struct Blocks: Sendable {
    let count: Int
    let dataCount: Int
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

/// The Reed-Solomon code over GF(256) with the polynomial *x*⁸ + *x*⁴ + *x*³ + *x*² + 1 (ISO/IEC 18004:2015, Annex A).
struct ReedSolomon: Sendable {
    /// The product of *x* − 2⁰, *x* − 2¹, …, without its leading 1, highest power first.
    private let generator: [UInt8]

    /// Creates a code with `degree` error correction codewords.
    init(degree: Int) {
        var product: [UInt8] = [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            let shifted = product + [0]
            let scaled = [0] + product.map { Field.multiply($0, root) }
            product = zip(shifted, scaled).map { $0 ^ $1 }
            root = Field.multiply(root, 2)
        }
        generator = Array(product.dropFirst())
    }

    /// Returns the error correction codewords: the remainder of the data codewords divided by the generator.
    func remainder(of data: some Sequence<UInt8>) -> [UInt8] {
        var remainder = [UInt8](repeating: 0, count: generator.count)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in generator.indices { remainder[index] ^= Field.multiply(generator[index], factor) }
        }
        return remainder
    }
}

/// Arithmetic in GF(256).
private enum Field {
    /// The powers of 2, listed twice, so that a sum of two logarithms needs no modulo.
    private static let powers: [UInt8] = {
        var value = 1
        let once = (0..<255).map { _ -> UInt8 in
            defer { value = value << 1 > 255 ? value << 1 ^ 0x11D : value << 1 }
            return UInt8(value)
        }
        return once + once
    }()

    private static let logarithms: [Int] = {
        var logarithms = [Int](repeating: 0, count: 256)
        for exponent in 0..<255 { logarithms[Int(powers[exponent])] = exponent }
        return logarithms
    }()

    static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
        guard a != 0, b != 0 else { return 0 }
        return powers[logarithms[Int(a)] + logarithms[Int(b)]]
    }
}
