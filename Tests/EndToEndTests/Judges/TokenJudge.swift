import ByteEncodings
import ProgramRunner

/// An independent implementation of signed tokens: joserfc.
enum TokenJudge {
    private static let judge = PythonJudge("judge_jose.py")

    /// Returns the verdict on each case.
    static func verdicts(_ cases: [[String: any Sendable]]) async throws -> [JSONValue] {
        let lines = try cases.map { members in
            var writer = JSONWriter()
            writer.write(try JSONValue(freeForm: members))
            return writer.bytes
        }
        return try await judge.verdicts(lines).map { try JSONValue(parsing: $0) }
    }
}
