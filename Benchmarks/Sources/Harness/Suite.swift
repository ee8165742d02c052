import Foundation

/// The benchmarks of a program and its command line.
public struct Suite: Sendable {
    let benchmarks: [Benchmark]
    let ratios: [Ratio]
    let surroundings: @Sendable ([String]) throws -> [any Surroundings]

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - benchmarks: The benchmarks, in the order of the report.
    ///   - ratios: The comparisons at the end of the report.
    ///   - surroundings: The closure that starts the services of the benchmarks with these names; the reporting process
    ///     calls it once.
    public init(
        _ benchmarks: [Benchmark], ratios: [Ratio],
        surroundings: @escaping @Sendable (_ names: [String]) throws -> [any Surroundings]
    ) {
        self.benchmarks = benchmarks
        self.ratios = ratios
        self.surroundings = surroundings
    }

    /// Runs the command that the arguments and the environment select.
    ///
    /// - Parameter arguments: The command line, the program's name first.
    /// - Returns: The exit status.
    /// - Throws: ``Skipped`` for an unknown argument or benchmark; otherwise the error of reading options or files.
    public func main(_ arguments: [String] = CommandLine.arguments) async throws -> Int32 {
        switch arguments.dropFirst().first {
        case "--measure", "--callgrind":
            guard arguments.count == 3, let benchmark = benchmarks.first(where: { $0.name == arguments[2] }) else {
                throw Skipped("no such benchmark")
            }
            await Worker.run(arguments[1], benchmark)
        case "--check":
            return try check(Thresholds(folder: arguments.dropFirst(2).first ?? "Thresholds"))
        case nil:
            return try report(Options.fromEnvironment())
        case let other?:
            throw Skipped("unknown argument \(other)")
        }
    }

    private func report(_ options: Options) throws -> Int32 {
        let chosen = try benchmarks.filter { try options.includes($0.name) }
        let results = try measure(chosen, instructions: { _ in options.instructions }) { measurement in
            Self.say(options.json ? measurement.json : measurement.text)
        }
        if !options.json {
            for line in ratios.flatMap({ $0.lines(results.measurements) }) { Self.say(line) }
        }
        return results.failures == 0 ? 0 : 1
    }

    private func check(_ thresholds: Thresholds) throws -> Int32 {
        let chosen = benchmarks.filter { thresholds[$0.name] != nil }
        var (exceeded, missed) = (0, 0)
        let results = try measure(chosen, instructions: { thresholds[$0]?.instructions != nil }) { measurement in
            let complaints = thresholds.complaints(about: measurement)
            let misses = thresholds.misses(of: measurement)
            exceeded += complaints.count
            missed += misses.count
            let remarks = (complaints.isEmpty ? ["ok"] : complaints) + misses
            Self.say("\(measurement.text)  \(remarks.joined(separator: "; "))")
        }
        let unknown = thresholds.names.subtracting(benchmarks.map(\.name)).sorted()
        for name in unknown { Self.say("\(name): has a threshold and no benchmark") }
        let failed = exceeded + results.failures + unknown.count
        Self.say("bench-check: \(chosen.count) benchmarks, \(failed) failed, \(missed) goals missed")
        return failed == 0 ? 0 : 1
    }

    /// Measures the chosen benchmarks group by group, with the services running, and reports each measurement.
    private func measure(
        _ chosen: [Benchmark], instructions: (String) -> Bool, each: (Measurement) -> Void
    ) throws -> (measurements: [Measurement], failures: Int) {
        let services = try surroundings(chosen.map(\.name))
        defer { for service in services { service.end() } }
        let environment = services.reduce(into: [:]) { $0.merge($1.environment) { $1 } }
        var measurements: [Measurement] = []
        var failures = 0
        for group in Self.grouped(chosen) {
            let found = try measure(group, instructions: instructions, in: environment, &failures)
            measurements += found
            for measurement in found { each(measurement) }
        }
        return (measurements, failures)
    }

    /// Measures the members of a group alternately in several passes, and keeps the best measurement of each.
    private func measure(
        _ group: [Benchmark], instructions: (String) -> Bool, in environment: [String: String], _ failures: inout Int
    ) throws -> [Measurement] {
        var best: [String: Measurement] = [:]
        var failed: Set<String> = []
        for pass in 0..<Self.passes {
            for benchmark in group where !failed.contains(benchmark.name) {
                do {
                    var measurement = try Worker.measure(benchmark, environment: environment)
                    if pass == 0, instructions(benchmark.name) {
                        measurement.instructions = try Worker.instructions(of: benchmark, environment: environment)
                    }
                    best[benchmark.name] = best[benchmark.name]?.better(measurement) ?? measurement
                } catch let failure as Command.Failed {
                    let isSkipped = failure.status == Worker.skippedStatus
                    failures += isSkipped ? 0 : 1
                    failed.insert(benchmark.name)
                    Self.warn("\(benchmark.name): \(isSkipped ? "skipped" : "failed"): \(failure)")
                }
            }
        }
        return group.filter { !failed.contains($0.name) }.compactMap { best[$0.name] }
    }

    /// The number of passes over a group; alternating its members spreads a busy moment of the machine over all of
    /// them.
    private static let passes = 3

    /// Returns groups of benchmarks to compare: those whose names differ in the last part only.
    private static func grouped(_ benchmarks: [Benchmark]) -> [[Benchmark]] {
        var groups: [(stem: Substring, members: [Benchmark])] = []
        for benchmark in benchmarks {
            let stem = benchmark.name[..<(benchmark.name.lastIndex(of: "/") ?? benchmark.name.endIndex)]
            if groups.last?.stem == stem {
                groups[groups.count - 1].members.append(benchmark)
            } else {
                groups.append((stem, [benchmark]))
            }
        }
        return groups.map(\.members)
    }

    /// Prints a line without buffering, so that a long run can be followed through a pipe.
    private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
    private static func warn(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

/// The services that benchmarks need, such as a server.
public protocol Surroundings: Sendable {
    /// The environment variables by which benchmarks find the services.
    var environment: [String: String] { get }
    /// Stops the services.
    func end()
}
