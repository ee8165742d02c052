import CProbe
import Foundation

/// A new process of this program for one benchmark, so that no benchmark affects another.
enum Worker {
    /// The exit status of a benchmark that cannot run on this machine.
    static let skippedStatus: Int32 = 77

    /// Measures `benchmark` in a new process.
    static func measure(_ benchmark: Benchmark, environment: [String: String]) throws -> Measurement {
        let output = try Command(path: executable, arguments: ["--measure", benchmark.name])
            .output(environment: environment)
        return try JSONDecoder().decode(Measurement.self, from: Data(output.utf8))
    }

    /// Counts the instructions of one iteration in a new process under valgrind.
    static func instructions(of benchmark: Benchmark, environment: [String: String]) throws -> Double? {
        guard benchmark.plan.counted > 0 else { return nil }
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-callgrind-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let arguments = [
            "--tool=callgrind", "--quiet", "--callgrind-out-file=\(folder.path)/out", executable, "--callgrind",
            benchmark.name,
        ]
        let output = try Command(path: "/usr/bin/valgrind", arguments: arguments).output(environment: environment)
        guard let iterations = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else { return nil }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            guard text.contains("Client Request: measured") else { continue }
            let totals = text.split(separator: "\n").first { $0.hasPrefix("totals: ") }
            return totals.flatMap { Double($0.dropFirst("totals: ".count)) }.map { ($0 / iterations).rounded() }
        }
        return nil
    }

    /// Runs one benchmark in the worker process.
    static func run(_ mode: String, _ benchmark: Benchmark) async -> Never {
        do {
            let result =
                mode == "--callgrind"
                ? "\(try await benchmark.runUnderCallgrind())" : try await benchmark.measured().json
            FileHandle.standardOutput.write(Data(result.utf8))
            _exit(0)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            _exit(error is Skipped ? skippedStatus : 1)
        }
    }

    private static let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
}
