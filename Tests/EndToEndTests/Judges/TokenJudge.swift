import Encodings
import Foundation

/// Another implementation of signed tokens: joserfc, in a program of `Tests/Judges`.
enum TokenJudge {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let python = root.appending(path: ".build/python/bin/python3")

    /// Whether the judge can be asked; `make test` demands it, so that its tests fail and are not skipped.
    static var isExpected: Bool {
        FileManager.default.fileExists(atPath: python.path)
            || ProcessInfo.processInfo.environment["JUDGES"] == "required"
    }

    /// The judge broke off; its complaint is on standard error.
    struct Speechless: Error {}

    /// The verdict on each case.
    static func verdicts(_ cases: [[String: any Sendable]]) async throws -> [JSONValue] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "judge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "input"), folder.appending(path: "output"))
        var writer = JSONWriter()
        let lines = try cases.map { members in
            writer = JSONWriter()
            writer.write(try JSONValue(freeForm: members))
            return Data(writer.bytes)
        }
        try Data(lines.joined(separator: Data("\n".utf8))).write(to: input)
        try Data().write(to: output)

        let process = Process()
        process.executableURL = python
        process.arguments = ["-W", "ignore", root.appending(path: "Tests/Judges/judge_jose.py").path]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard process.terminationStatus == 0 else { throw Speechless() }
        return try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
            .map { try JSONValue(parsing: Array($0.utf8)) }
    }
}
