/// A comparison of two variants, for every benchmark that has both, at the end of the report.
public struct Ratio: Sendable {
    let room: String
    let variant: String
    let base: String
    let goal: String
    private var isDifference = false

    /// Creates a comparison of `variant` with `base`.
    ///
    /// - Parameters:
    ///   - variant: The last part of a benchmark's name.
    ///   - base: The last part of the name of the benchmark to divide by.
    ///   - room: The first parts of the names of the compared benchmarks.
    ///   - goal: The expected ratio, as text for the report.
    public init(_ variant: String, to base: String, in room: String, goal: String) {
        self.room = room
        self.variant = variant
        self.base = base
        self.goal = goal
    }

    /// Returns a comparison that subtracts the base.
    ///
    /// - Parameters:
    ///   - variant: The last part of a benchmark's name.
    ///   - base: The last part of the name of the benchmark to subtract.
    ///   - room: The first parts of the names of the compared benchmarks.
    ///   - goal: The expected difference, as text for the report.
    /// - Returns: The comparison.
    public static func difference(_ variant: String, to base: String, in room: String, goal: String) -> Ratio {
        var ratio = Ratio(variant, to: base, in: room, goal: goal)
        ratio.isDifference = true
        return ratio
    }

    /// Returns one line for each pair of benchmarks.
    func lines(_ measurements: [Measurement]) -> [String] {
        let values = Dictionary(measurements.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        return measurements.compactMap { measurement in
            guard measurement.name.hasPrefix(room), measurement.name.hasSuffix("/\(variant)") else { return nil }
            let stem = String(measurement.name.dropLast(variant.count))
            guard let floor = values[stem + base], floor > 0 else { return nil }
            if isDifference {
                let difference = "\((measurement.value - floor).short) \(measurement.unit)"
                return "\((stem + variant + " - " + base).padded(to: 52)) \(difference)  (\(goal))"
            }
            let ratio = (measurement.value / floor).rounded(to: 2)
            return "ratio \((stem + variant + " / " + base).padded(to: 46)) \("\(ratio)".padded(before: 6))  (\(goal))"
        }
    }
}
