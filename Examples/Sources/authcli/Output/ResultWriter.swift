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
    /// - Throws: An `EncodingError` if the value is not JSON.
    func write(_ value: some Encodable, rows: [[String]]) throws {
        guard isJSON else {
            for row in rows { print(row.map(TerminalOutput.escaped).joined(separator: "\t")) }
            return
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
