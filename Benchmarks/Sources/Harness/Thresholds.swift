import Foundation

/// The limits of the benchmarks: counts, which are reproducible, and never times.
struct Thresholds {
    /// The limits and goals of one benchmark.
    struct Limit: Decodable {
        let allocations: Double?
        let instructions: Double?
        let goal: Goal?
    }

    /// The goals of one benchmark; a missed goal is reported, but is not a failure.
    struct Goal: Decodable {
        let allocations: Double?
        let instructions: Double?
    }

    private let limits: [String: Limit]

    /// Reads every JSON file of a folder: `{"json/token/ours": {"allocations": 9, "instructions": 5200}}`, optionally
    /// with `"goal": {"instructions": 5000}`.
    init(folder: String) throws {
        var limits: [String: Limit] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
            let data = try Data(contentsOf: URL(filePath: folder).appending(path: name))
            limits.merge(try JSONDecoder().decode([String: Limit].self, from: data)) { $1 }
        }
        self.limits = limits
    }

    var names: Set<String> { Set(limits.keys) }

    subscript(name: String) -> Limit? { limits[name] }

    /// Returns the exceeded limits. Half an allocation and 5 % of the instructions are tolerated as noise.
    func complaints(about measurement: Measurement) -> [String] {
        guard let limit = limits[measurement.name] else { return [] }
        var complaints: [String] = []
        if let most = limit.allocations, (measurement.allocations ?? 0) > most + 0.5 {
            complaints.append("more than \(most.short) allocations")
        }
        if let most = limit.instructions, (measurement.instructions ?? 0) > most * 1.05 {
            complaints.append("more than \(most.short) instructions")
        }
        return complaints
    }

    /// Returns the missed goals with the difference to each.
    func misses(of measurement: Measurement) -> [String] {
        guard let goal = limits[measurement.name]?.goal else { return [] }
        var misses: [String] = []
        if let most = goal.allocations, let count = measurement.allocations, count > most {
            misses.append("goal of \(most.short) allocations missed by \((count - most).short)")
        }
        if let most = goal.instructions, let count = measurement.instructions, count > most {
            misses.append("goal of \(most.short) instructions missed by \((100 * (count / most - 1)).short) %")
        }
        return misses
    }
}
