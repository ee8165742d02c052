import Foundation
import ProgramRunner

/// A program of this package, run like a user runs it.
struct Program {
    let name: String

    /// The programs are beside the executable of the tests.
    var url: URL {
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
        // A link and not a copy, because a newly written file cannot always be executed.
        try FileManager.default.linkItem(at: url, to: program)

        let run = try await ProgramRun(
            program.path, arguments, environment: environment.merging(Self.runtime) { given, _ in given })
        return Outcome(
            status: run.status, output: String(decoding: run.output, as: UTF8.self),
            errors: String(decoding: run.errors, as: UTF8.self))
    }

    /// Runs the program on a terminal, with exactly this environment.
    func onTerminal(
        _ arguments: [String] = [], environment: [String: String], columns: UInt16 = 80,
        connection: TerminalScreen.Connection = .everything
    ) throws -> TerminalScreen {
        try .running(
            [url.path] + arguments, environment: environment.merging(Self.runtime) { given, _ in given },
            columns: columns, connection: connection)
    }

    /// The environment variables that every program needs.
    ///
    /// Memory in use at the end of a program is not a leak; only the tests search for leaks.
    static let runtime = ProcessInfo.processInfo.environment.filter {
        ["LD_LIBRARY_PATH", "LD_PRELOAD", "PATH", "TSAN_OPTIONS", "ASAN_OPTIONS"].contains($0.key)
    }.merging(
        ProcessInfo.processInfo.environment["ASAN_OPTIONS"].map { ["ASAN_OPTIONS": $0 + " detect_leaks=0"] } ?? [:]
    ) {
        $1
    }
}
