import Foundation

/// What benchmarks may cost: counts, which repeat; never time.
struct Thresholds {
    /// What one benchmark may cost, and what it is meant to cost.
    struct Limit: Decodable {
        let allocations: Double?
        let instructions: Double?
        let goal: Goal?
    }

    /// What a benchmark is meant to cost; to miss it is reported and is no failure.
    struct Goal: Decodable {
        let allocations: Double?
        let instructions: Double?
    }

    private let limits: [String: Limit]

    /// Reads every JSON file of a folder: `{"json/token/ours": {"allocations": 9, "instructions": 5200}}`, and where
    /// there is one `"goal": {"instructions": 5000}`.
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

    /// What is over its limit. Half an allocation and five in a hundred instructions are noise.
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

    /// The goals that are missed, and by how much.
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
