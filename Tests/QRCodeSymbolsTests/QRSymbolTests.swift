import QRCodeSymbols
import Testing

@Suite struct QRSymbolTests {
    /// Table 7 of the standard: the longest texts of digits, of capitals and of bytes.
    private static let capacities: [(version: Int, level: QRSymbol.ErrorCorrection, counts: [Int])] = [
        (1, .low, [41, 25, 17]), (1, .high, [17, 10, 7]), (9, .medium, [432, 262, 180]),
        (10, .quartile, [364, 221, 151]),
        (26, .low, [3_283, 1_990, 1_367]), (27, .low, [3_517, 2_132, 1_465]), (40, .low, [7_089, 4_296, 2_953]),
        (40, .high, [3_057, 1_852, 1_273]),
    ]

    @Test(arguments: capacities)
    func `Table 7 a version holds exactly the specified number of characters`(
        version: Int, level: QRSymbol.ErrorCorrection, counts: [Int]
    ) throws {
        for (letter, count) in zip(["7", "A", "a"], counts) {
            let full = String(repeating: letter, count: count)
            #expect(try QRSymbol(full, errorCorrection: level, versions: 1...version).version == version)
            #expect(throws: QRCodeError.self) {
                try QRSymbol(full + letter, errorCorrection: level, versions: 1...version)
            }
        }
    }

    @Test func `uses the smallest version, and reports its size`() throws {
        let symbol = try QRSymbol("https://t.example/")

        #expect(symbol.version == 2)
        #expect(symbol.side == 25)
        #expect((0..<8).contains(symbol.mask))
    }

    @Test func `is light outside of the symbol`() throws {
        let symbol = try QRSymbol("1")

        #expect(symbol[0, 0])
        #expect(!symbol[-1, 0] && !symbol[0, -1] && !symbol[symbol.side, 0] && !symbol[0, symbol.side])
    }

    @Test func `refuses versions that do not exist`() {
        #expect(throws: QRCodeError.self) { try QRSymbol("1", versions: 41...50) }
    }

    @Test func `L1 shows its contents neither in an error nor in a description`() throws {
        let secret = String(repeating: "canary ", count: 400)
        let symbol = try QRSymbol("canary")
        var dumped = ""
        dump(symbol, to: &dumped)

        let error = #expect(throws: QRCodeError.self) { try QRSymbol(secret, versions: 1...9) }

        for text in ["\(symbol)", dumped, error.map { "\($0)" } ?? ""] { #expect(!text.contains("canary")) }
        #expect(error?.code == .tooLong)
    }

    @Test func `plain renderings have no escape sequence, and ASCII ones are ASCII`() throws {
        let symbol = try QRSymbol("https://t.example/")

        let plain = symbol.text(TerminalRendering(usesColours: false))
        let ascii = symbol.text(TerminalRendering(usesHalfBlocks: false))

        #expect(!plain.contains("\u{1B}"))
        #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
        #expect(plain.split(separator: "\n").count == (symbol.side + 9) / 2)
        #expect(ascii.split(separator: "\n").count == symbol.side + 8)
    }
}
