import ProgramRunner
import QRCodeSymbols
import Testing

/// The contents that an independent implementation reads in the symbols.
@Suite(.enabled(if: PythonJudge.isExpected)) struct JudgedSymbolTests {
    /// The texts of one kind, in random lengths.
    private static let alphabets = [
        "digits": "0123456789", "capitals": "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:",
        "addresses": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%",
        "languages": "aé漢🔐ß ж",
    ]

    @Test(arguments: QRSymbol.ErrorCorrection.allCases)
    func `an independent reader reads every version`(level: QRSymbol.ErrorCorrection) async throws {
        let letters = Array(Self.alphabets["addresses"] ?? "")
        let texts = (1...40).map { version in String((0..<(7 * version)).compactMap { _ in letters.randomElement() }) }
        var symbols: [QRSymbol] = []
        for (version, text) in zip(1..., texts) {
            symbols.append(try QRSymbol(text, errorCorrection: level, versions: version...version))
            // A sanitizer makes this slow, and other tests wait for the thread.
            await Task.yield()
        }

        let verdicts = try await QRJudge.read(symbols)

        #expect(verdicts == zip(texts, symbols).map { QRVerdict(of: $0, in: $1) })
    }

    @Test(arguments: alphabets.keys.sorted())
    func `an independent reader reads random texts at every level`(kind: String) async throws {
        let letters = Array(Self.alphabets[kind] ?? "")
        var generator = SystemRandomNumberGenerator()
        var texts: [String] = []
        var symbols: [QRSymbol] = []
        for level in QRSymbol.ErrorCorrection.allCases {
            for longest in [1, 8, 40, 120, 300] {
                let length = Int.random(in: 1...longest, using: &generator)
                texts.append(String((0..<length).compactMap { _ in letters.randomElement(using: &generator) }))
                symbols.append(try QRSymbol(texts.last ?? "", errorCorrection: level))
            }
        }

        let verdicts = try await QRJudge.read(symbols)

        #expect(verdicts == zip(texts, symbols).map { QRVerdict(of: $0, in: $1) })
    }

    @Test func `an independent reader reads an address of 2,048 bytes at levels L and M`() async throws {
        let text = "https://t.example/activate?user_code=" + String(repeating: "x", count: 2_048 - 37)
        let symbols = try QRSymbol.ErrorCorrection.allCases.dropLast(2).map { try QRSymbol(text, errorCorrection: $0) }

        let verdicts = try await QRJudge.read(symbols)

        #expect(text.utf8.count == 2_048)
        #expect(verdicts == symbols.map { QRVerdict(of: text, in: $0) })
    }

    @Test(arguments: QRSymbol.ErrorCorrection.allCases)
    func `an independent reader reads any bytes`(level: QRSymbol.ErrorCorrection) async throws {
        var generator = SystemRandomNumberGenerator()
        let random = (1...10).map { length in
            (0..<(length * 25)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        let contents: [[UInt8]] = [Array(0...255), [0], Array("0123".utf8), [0xFF, 0xFE, 0x80]] + random
        let symbols = try contents.map { try QRSymbol($0, errorCorrection: level) }

        let verdicts = try await QRJudge.read(symbols)

        let withoutText = verdicts.map { verdict in
            var verdict = verdict
            verdict.text = nil
            return verdict
        }
        #expect(withoutText == zip(contents, symbols).map { QRVerdict(of: $0, in: $1) })
    }

    @Test(arguments: [0, 4, 10])
    func `an independent reader reads a symbol in a vector image`(quietZone: Int) async throws {
        let texts = ["https://t.example/activate?user_code=WDJB-MJHT", "1", String(repeating: "漢字", count: 100)]
        let symbols = try texts.map { try QRSymbol($0) }

        let images = try symbols.map { try VectorImage($0.svg(quietZone: quietZone)) }
        let verdicts = try await QRJudge.read(images.map(\.picture))

        #expect(verdicts == zip(texts, symbols).map { QRVerdict(of: $0, in: $1) })
        #expect(images.map(\.picture.count) == symbols.map { $0.side + 2 * quietZone })
    }

    @Test(arguments: [true, false], [true, false])
    func `an independent reader reads a symbol on dark and light terminals`(
        usesHalfBlocks: Bool, usesColor: Bool
    ) async throws {
        let text = "https://t.example/activate?user_code=WDJB-MJHT"
        let symbol = try QRSymbol(text, errorCorrection: .low)
        let rendering = QRSymbol.TerminalRendering(usesHalfBlocks: usesHalfBlocks, usesColor: usesColor)

        let screens = [true, false].map { Screen(isDark: $0, showing: symbol.terminalText(rendering)) }
        let verdicts = try await QRJudge.read(screens.map(\.picture))

        #expect(verdicts.map(\.text) == [text, text])
        #expect(screens.allSatisfy { $0.columns == symbol.columns(rendering) })
    }
}
