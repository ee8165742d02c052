import ProgramRunner
import QRCodeSymbols

/// Another implementation of cameras: zxing-cpp.
enum QRJudge {
    private static let judge = PythonJudge("judge_qr.py")

    private struct Case: Encodable {
        let rows: [String]
    }

    /// Reads pictures: rows of modules, `true` being dark.
    static func read(_ pictures: [[[Bool]]]) async throws -> [QRVerdict] {
        try await judge.verdicts(
            pictures.map { rows in Case(rows: rows.map { String($0.map { $0 ? "1" : "0" }) }) })
    }

    /// Reads symbols.
    static func read(_ symbols: [QRSymbol]) async throws -> [QRVerdict] { try await read(symbols.map(\.picture)) }
}

/// The verdict of the judge.
struct QRVerdict: Decodable, Equatable {
    /// Why it refuses; `nil` when it is content.
    var refusal: String?
    var text: String?
    /// The bytes that it reads, in hexadecimal.
    var bytes: String?
    var version: Int?
    var level: String?
    var mask: Int?
    /// Whether every codeword is right.
    var isFlawless: Bool?

    enum CodingKeys: String, CodingKey {
        case refusal, text, bytes, version, level, mask
        case isFlawless = "is_flawless"
    }
}

extension QRVerdict {
    /// The expected contents of a symbol.
    init(of text: String, in symbol: QRSymbol) {
        self.init(of: Array(text.utf8), in: symbol)
        self.text = text
    }

    /// The expected contents of a symbol of bytes, whose text is what a reader takes them for.
    init(of bytes: [UInt8], in symbol: QRSymbol) {
        let level = ["L", "M", "Q", "H"][symbol.errorCorrection.rawValue]
        let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        self.init(
            bytes: digits.joined(), version: symbol.version, level: level, mask: symbol.mask, isFlawless: true)
    }
}

extension QRSymbol {
    /// The modules, row by row.
    var picture: [[Bool]] { (0..<side).map { row in (0..<side).map { isDark(row: row, column: $0) } } }
}
