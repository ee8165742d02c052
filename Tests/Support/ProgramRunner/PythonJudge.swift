import FoundationEssentials
import Glibc

/// An independent implementation that checks data of this package: a Python program of `Tests/Judges`, which reads one
/// case per line and writes one verdict per line.
package struct PythonJudge: Sendable {
    /// The judge ended without a verdict on each case.
    package struct MissingVerdicts: Error {
        /// The contents of standard error.
        package let complaint: String
    }

    private static func python(_ environment: String) -> String { "\(Checkout.path)/.build/\(environment)/bin/python3" }

    private let script: String
    private let python: String

    /// Describes a judge.
    ///
    /// - Parameters:
    ///   - script: Its file in `Tests/Judges`.
    ///   - environment: The virtual environment in `.build` with its packages.
    package init(_ script: String, environment: String = "python") {
        (self.script, python) = ("\(Checkout.path)/Tests/Judges/\(script)", Self.python(environment))
    }

    /// Whether judges are available or required: `make test` requires them, so that their tests are not skipped.
    package static var isExpected: Bool {
        access(python("python"), X_OK) == 0 || (try? ProgramRun.ownEnvironment().contains("JUDGES=required")) == true
    }

    /// Returns the verdict on each case.
    ///
    /// - Throws: ``MissingVerdicts`` when there is not one for each.
    package func verdicts(_ cases: [[UInt8]]) async throws -> [[UInt8]] {
        let run = try await ProgramRun(
            python, ["-W", "ignore", script], input: Array(cases.joined(separator: [UInt8(ascii: "\n")])))
        let verdicts = run.output.split(separator: UInt8(ascii: "\n")).map(Array.init)
        guard run.status == 0, verdicts.count == cases.count else {
            throw MissingVerdicts(complaint: String(decoding: run.errors, as: UTF8.self))
        }
        return verdicts
    }

    /// Returns the verdict on each case, both encoded in JSON.
    ///
    /// - Throws: ``MissingVerdicts``, or an error of the coders.
    package func verdicts<Verdict: Decodable>(
        _ cases: [some Encodable], as type: Verdict.Type = Verdict.self
    ) async throws -> [Verdict] {
        let lines = try cases.map { Array(try JSONEncoder().encode($0)) }
        return try await verdicts(lines).map { try JSONDecoder().decode(type, from: Data($0)) }
    }
}
