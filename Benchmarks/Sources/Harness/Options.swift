import Foundation

/// What `make bench` was asked for.
struct Options {
    private let only: Regex<AnyRegexOutput>?
    let json: Bool
    let instructions: Bool

    /// Reads `ONLY`, `JSON` and `INSTRUCTIONS`.
    static func fromEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Options
    {
        let only = environment["ONLY"].flatMap { $0.isEmpty ? nil : $0 }
        return Options(
            only: try only.map { try Regex($0) }, json: environment["JSON"] == "1",
            instructions: environment["INSTRUCTIONS"] == "1")
    }

    /// Whether a benchmark is to be run.
    func includes(_ name: String) throws -> Bool {
        guard let only else { return true }
        return try only.firstMatch(in: name) != nil
    }
}
