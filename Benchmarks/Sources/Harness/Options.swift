import Foundation

/// The options of `make bench`.
struct Options {
    private let only: Regex<AnyRegexOutput>?
    let json: Bool
    let instructions: Bool

    /// Reads the variables `ONLY`, `JSON` and `INSTRUCTIONS`.
    static func fromEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Options
    {
        let only = environment["ONLY"].flatMap { $0.isEmpty ? nil : $0 }
        return Options(
            only: try only.map { try Regex($0) }, json: environment["JSON"] == "1",
            instructions: environment["INSTRUCTIONS"] == "1")
    }

    /// Whether a benchmark was selected.
    func includes(_ name: String) throws -> Bool {
        guard let only else { return true }
        return try only.firstMatch(in: name) != nil
    }
}
