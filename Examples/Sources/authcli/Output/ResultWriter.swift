import FoundationEssentials
import OpenID

/// The result of a command on standard output: lines for people and `cut`, or JSON for programs.
struct ResultWriter: Sendable {
    /// The option that selects JSON.
    static let option = Option("--json", nil, "print the result as JSON")

    private let isJSON: Bool

    /// Creates a writer as the arguments of a command ask for.
    init(_ arguments: Arguments) { isJSON = arguments.has(Self.option.name) }

    /// Prints a result.
    ///
    /// - Parameters:
    ///   - value: The result as JSON: an object or an array, with its members sorted by name.
    ///   - rows: The result as lines of columns; control characters of the tenant are escaped.
    ///   - isWhole: Whether long columns are printed whole, for a token; a name is cut after 256 characters, `false` by
    ///     default.
    /// - Throws: An `EncodingError` if the value is not JSON.
    func write(_ value: some Encodable, rows: [[String]], isWhole: Bool = false) throws {
        guard isJSON else {
            let shown = { (column: String) in TerminalOutput.escaped(isWhole ? column : Self.cut(column)) }
            for row in rows { print(row.map(shown).joined(separator: "\t")) }
            return
        }
        print(try Self.json(value))
    }

    /// Returns a value as JSON in one line, with its members sorted by name.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return escapedJSON(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Returns the first characters of a name, which the tenant may have made long enough to fill the terminal.
    private static func cut(_ name: String) -> String {
        let start = name.unicodeScalars.prefix(256)
        return start.endIndex == name.unicodeScalars.endIndex ? name : String(start) + "…"
    }

    /// Returns a JSON text in which characters that are not visible, or that change the direction of a line, are
    /// escaped.
    private static func escapedJSON(_ json: String) -> String {
        let hidden: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            guard hidden.contains(scalar.properties.generalCategory) else { return text.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}
