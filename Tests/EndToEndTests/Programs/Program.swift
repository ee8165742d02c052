import Foundation

/// A program of this package, run as its users run it.
struct Program {
    let name: String

    /// The programs stand beside the executable of the tests.
    private var url: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name)
    }

    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs the program with exactly this environment, in a folder with exactly these files beside it.
    func run(
        _ arguments: [String] = [], environment: [String: String] = [:], files: [String: String] = [:]
    ) async throws -> Outcome {
        let folder = url.deletingLastPathComponent().appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        let program = folder.appending(path: name)
        // A second name and not a copy: a file that was just written cannot always be started.
        try FileManager.default.linkItem(at: url, to: program)

        let process = Process()
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment.merging(Self.runtime) { given, _ in given }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }

    /// What any program here needs to start at all.
    private static let runtime = ProcessInfo.processInfo.environment.filter {
        ["LD_LIBRARY_PATH", "PATH", "TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"].contains($0.key)
    }
}
