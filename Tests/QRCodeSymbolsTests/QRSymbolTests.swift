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

        #expect(symbol.isDark(row: 0, column: 0))
        for (row, column) in [(-1, 0), (0, -1), (symbol.side, 0), (0, symbol.side)] {
            #expect(!symbol.isDark(row: row, column: column))
        }
    }

    @Test func `refuses versions that do not exist`() {
        #expect(throws: QRCodeError.self) { try QRSymbol("1", versions: 41...50) }
    }

    @Test func `Table 7 bytes are never encoded as digits or letters`() throws {
        let digits = [UInt8](repeating: 0x37, count: 17)

        #expect(try QRSymbol(digits, errorCorrection: .low, versions: 1...1).version == 1)
        let error = #expect(throws: QRCodeError.self) {
            try QRSymbol(digits + [0x37], errorCorrection: .low, versions: 1...1)
        }
        #expect(error?.code == .tooLong)
        #expect(try QRSymbol([], errorCorrection: .high).version == 1)
    }

    @Test func `ASCII bytes have the symbol of their text, and other bytes are not marked as UTF-8`() throws {
        let marked = String(repeating: "é", count: 8) + "a"

        #expect(try QRSymbol(Array("a text".utf8)) == QRSymbol("a text"))
        // The mark needs 12 bits, for which 17 bytes leave no room in version 1.
        #expect(try QRSymbol(Array(marked.utf8), errorCorrection: .low).version == 1)
        #expect(try QRSymbol(marked, errorCorrection: .low).version == 2)
    }

    @Test func `a negative quiet zone is none`() throws {
        let symbol = try QRSymbol("1")
        var rendering = QRSymbol.TerminalRendering(quietZone: -100)
        #expect(symbol.columns(rendering) == symbol.side)
        rendering.quietZone = -100

        #expect(symbol.columns(rendering) == symbol.side)
        #expect(symbol.svg(quietZone: -100) == symbol.svg(quietZone: 0))
    }

    @Test func `a vector image is well-formed, scalable, and draws exactly the dark modules`() throws {
        let symbol = try QRSymbol("https://t.example/")

        let image = try VectorImage(symbol.svg())

        #expect(image.width == nil && image.height == nil)
        #expect(image.viewBox == [-4, -4, symbol.side + 8, symbol.side + 8])
        for row in -4..<(symbol.side + 4) {
            for column in -4..<(symbol.side + 4) {
                #expect(image.picture[row + 4][column + 4] == symbol.isDark(row: row, column: column))
            }
        }
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

        let plain = symbol.terminalText(QRSymbol.TerminalRendering(usesColor: false))
        let ascii = symbol.terminalText(QRSymbol.TerminalRendering(usesHalfBlocks: false))

        #expect(!plain.contains("\u{1B}"))
        #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
        #expect(plain.split(separator: "\n").count == (symbol.side + 9) / 2)
        #expect(ascii.split(separator: "\n").count == symbol.side + 8)
    }
}
